"""Drives a headless Chromium over the DevTools protocol, through a pair of pipes: one JSON object after the other, each with a
zero byte at its end."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find_chromium():
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


class BrowserError(Exception):
    pass


class Chromium:
    def __init__(self, timeout=30):
        self.timeout = timeout
        self.folder = tempfile.TemporaryDirectory(prefix="moshow-chromium-")
        to_read, self.to_write = os.pipe()
        self.to_listen, to_answer = os.pipe()
        command = [
            find_chromium(), "--headless=new", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
            "--hide-scrollbars", f"--user-data-dir={self.folder.name}", "about:blank",
        ]  # fmt: skip
        # Chromium refuses to be root inside its sandbox.
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        # Chromium reads from 3 and writes to 4.
        shell = ["sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_answer}', "sh", *command]
        self.process = subprocess.Popen(
            shell, pass_fds=(to_read, to_answer), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_read)
        os.close(to_answer)
        self.received = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to_write)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_listen)
        self.folder.cleanup()

    def read_message(self, until):
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.to_listen], [], [], max(0.0, until - time.monotonic()))
            data = os.read(self.to_listen, 1 << 20) if ready else b""
            if not data:
                raise BrowserError("the browser does not answer")
            self.received += data
        text, _, self.received = self.received.partition(b"\0")
        return json.loads(text)

    def send(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_write, data) :]
        until = time.monotonic() + self.timeout
        while True:
            answer = self.read_message(until)
            if answer.get("id") == self.number:
                break
            self.events.append(answer)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, address, width=1280, height=800, dark=False):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session, address, width, height, dark)


KEYS = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9}


class Page:
    def __init__(self, browser, target, session, address, width, height, dark):
        self.browser, self.target, self.session, self.address = browser, target, session, address
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.send("Performance.enable", timeDomain="threadTicks")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.set_dark(dark)
        self.send("Page.navigate", url=address)
        self.wait("document.documentElement?.dataset.ready !== undefined")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def set_dark(self, dark):
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[feature])

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def wait(self, condition, timeout=20.0):
        until = time.monotonic() + timeout
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > until:
                raise BrowserError(f"waited in vain for {condition}; at {self.evaluate('location.hash')}")
            time.sleep(0.02)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def go(self, fragment, ready="true", timeout=20.0):
        """Another address in the page, and then a condition that tells when it is there."""
        self.evaluate(f"location.hash = {json.dumps(fragment)}")
        self.wait(ready, timeout)

    def center(self, selector):
        place = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e?.scrollIntoView({{block: 'nearest'}});"
            " const r = e?.getBoundingClientRect(); return r ? [r.x + r.width / 2, r.y + r.height / 2] : null })()"
        )
        if place is None:
            raise BrowserError(f"there is no {selector}")
        return place

    def click(self, selector, dx=0, dy=0):
        x, y = self.center(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x + dx, y=y + dy, button="left", clickCount=1)

    def wheel(self, selector, delta, dx=0, dy=0):
        x, y = self.center(selector)
        self.send("Input.dispatchMouseEvent", type="mouseWheel", x=x + dx, y=y + dy, deltaX=0, deltaY=delta)

    def key(self, key):
        code = KEYS.get(key, ord(key[0].upper()))
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def accessibility_tree(self):
        """Role and name of everything that a screen reader sees."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in nodes if not each["ignored"]]

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def own_seconds(self):
        """How long the page itself has used the processor."""
        metrics = {each["name"]: each["value"] for each in self.send("Performance.getMetrics")["metrics"]}
        return metrics["ThreadTime"]

    def events(self, method):
        """What the browser has told so far about this page."""
        self.evaluate("0")
        return [each["params"] for each in self.browser.events if each.get("method") == method and each.get("sessionId") == self.session]

    def requests(self):
        """Everything that the page asked for except itself."""
        all_urls = [each["request"]["url"] for each in self.events("Network.requestWillBeSent")]
        return [url for url in all_urls if url.split("#")[0] != self.address.split("#")[0] and not url.startswith("data:")]

    def problems(self):
        """Errors on the console, and exceptions."""
        errors = [each["entry"]["text"] for each in self.events("Log.entryAdded") if each["entry"]["level"] == "error"]
        errors += [each["exceptionDetails"]["exception"].get("description", "?") for each in self.events("Runtime.exceptionThrown")]
        return errors
