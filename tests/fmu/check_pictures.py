"""Rules of the FMI standard for terminalsAndIcons.xml and the pictures beside it that the schema cannot say.

    check_pictures.py MODEL.fmu …

Written from the text of FMI 3.0.2, section 2.4.9, with nothing but the standard library.
"""
import struct
import sys
import xml.etree.ElementTree as xml
import zipfile
import zlib

FOLDER = "terminalsAndIcons/"
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "path", "text", "image", "clipPath", "linearGradient", "radialGradient", "stop"}
CONNECTABLE = {"input", "output", "parameter", "calculatedParameter"}


def png_problems(name, data):
    """The file is whole: each part has the checksum that it says."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        yield f"{name} is no PNG file"
        return
    at, kinds = 8, []
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] != zlib.crc32(data[at + 4:at + 8 + size]):
            yield f"{name} is damaged"
            return
        kinds.append(kind)
        at += 12 + size
    if kinds[0] != b"IHDR" or kinds[-1] != b"IEND" or b"tIME" in kinds:
        yield f"{name} has parts {kinds}"


def svg_problems(name, data):
    """It shows something, and nothing but what it holds itself."""
    root = xml.fromstring(data)
    if root.tag != SVG + "svg" or len(root) == 0:
        yield f"{name} is no picture"
    for element in root.iter():
        if element.tag.removeprefix(SVG) not in ELEMENTS:
            yield f"{name} has an element {element.tag}"
        for key, value in element.attrib.items():
            if key.lower().startswith("on"):
                yield f"{name} has a script in {key}"
            refers = "href" in key or "url(" in value
            if refers and not value.startswith(("data:image/png;base64,", "url(#")):
                yield f"{name} refers to {value[:60]}"


def box_of(element):
    return [float(element.get(key)) for key in ("x1", "y1", "x2", "y2")]


def terminal_problems(terminals, causalities, names):
    level = [terminal.get("name") for terminal in terminals]
    if len(set(level)) != len(level):
        yield f"two terminals of one level have one name: {level}"
    for terminal in terminals:
        name = terminal.get("name")
        rule = terminal.get("matchingRule")
        members = terminal.findall("TerminalMemberVariable")
        if rule not in ("plug", "bus", "sequence", "none"):
            yield f"{name}: {rule} is no rule of the standard"
        matched = [member.get("memberName") for member in members]
        if rule in ("plug", "bus") and (None in matched or len(set(matched)) != len(matched)):
            yield f"{name}: members without names of their own: {matched}"
        for member in members:
            if causalities.get(member.get("variableName")) not in CONNECTABLE:
                yield f"{name}: {member.get('variableName')} cannot be connected"
            if member.get("variableKind") not in ("signal", "inflow", "outflow"):
                yield f"{name}: {member.get('variableKind')} is no kind of the standard"
        picture = terminal.find("TerminalGraphicalRepresentation")
        if picture is not None:
            base = picture.get("iconBaseName")
            if base == "icon" or FOLDER + base + ".png" not in names:
                yield f"{name}: no picture {base}"
            x1, y1, x2, y2 = box_of(picture)
            if x1 == x2 or y1 == y2:
                yield f"{name} has no area"
        yield from terminal_problems(terminal.findall("Terminal"), causalities, names)


def check(path):
    """Problems of an FMU, as texts."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()
                 if name.startswith(FOLDER) or name in ("modelDescription.xml", "model.png")}
    description = xml.fromstring(files["modelDescription.xml"])
    pictures = [name for name in files if name.endswith((".png", ".svg"))]
    for name in pictures:
        yield from (png_problems if name.endswith(".png") else svg_problems)(name, files[name])
        if name.endswith(".svg") and name[:-4] + ".png" not in files:
            yield f"{name} has no PNG file beside it"
    if FOLDER + "terminalsAndIcons.xml" not in files:
        if pictures:
            yield "there are pictures that nothing describes"
        return
    root = xml.fromstring(files[FOLDER + "terminalsAndIcons.xml"])
    if root.get("fmiVersion") != "3.0":
        yield "the version of the file is not that of FMI 3.0"
    if description.get("fmiVersion").startswith("3.") and description.get("fmiVersion") != root.get("fmiVersion"):
        yield "the two descriptions have different versions"
    system, icon = root.find("GraphicalRepresentation/CoordinateSystem"), root.find("GraphicalRepresentation/Icon")
    if system is not None:
        x1, y1, x2, y2 = box_of(system)
        if not (x1 < x2 and y1 < y2):
            yield "the coordinate system has its corners the wrong way round"
    if (icon is not None) != (FOLDER + "icon.png" in files):
        yield "the icon and its place are not both there"
    causalities = {}
    for variable in description.find("ModelVariables"):
        for name in [variable.get("name"), *(alias.get("name") for alias in variable.findall("Alias"))]:
            causalities[name] = variable.get("causality", "local")
    yield from terminal_problems(root.findall("Terminals/Terminal"), causalities, files)


if __name__ == "__main__":
    bad = 0
    for each in sys.argv[1:]:
        for problem in check(each):
            print(f"{each}: {problem}")
            bad = 1
    sys.exit(bad)
