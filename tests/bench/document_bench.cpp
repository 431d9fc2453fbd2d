// Speed and memory of the three encodings of MOO: document_bench [EQUATIONS [ENCODING]], a million without an argument.
//
// The document is a chain of masses, with provenance and Jacobians as moopt writes them. Each measurement is a process
// of its own, so that its memory is its own; times are of the processor, the best of three.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "moo/io/document/read.h"
#include "moo/io/document/write.h"

namespace {

using moo::Document;
using moo::Encoding;
using moo::ExprId;

constexpr std::array encodings{Encoding::text, Encoding::json, Encoding::xml};
// What is asked for, in MB/s: text, JSON, XML.
constexpr std::array targets{100.0, 60.0, 40.0};
constexpr double memory_target = 3.0;

// 2 * der(v) = f - 0.5 * v, der(s) = v, f = k*(s_before - s + 1) + d*(v_before - v); the same at the start.
class Chain {
public:
    Chain(moo::SourceManager& sources, moo::Interner& interner) : sources_(sources), interner_(interner) {}

    Document make(std::size_t equations) {
        document_.name = interner_.intern("Chain");
        ExprId const k = variable("k", moo::Variability::parameter, moo::Role::parameter);
        ExprId const d = variable("d", moo::Variability::parameter, moo::Role::parameter);
        document_.parameter_order = {moo::VarId(0u), moo::VarId(1u)};
        for (moo::VarId const id : document_.parameter_order) {
            document_.variables[id].binding = document_.exprs.real(100.5);
        }
        moo::ExprStore& e = document_.exprs;
        ExprId s_before = e.time();
        ExprId v_before = e.real(0.0);
        for (std::size_t i = 1; i <= std::max<std::size_t>(equations / 6, 1); ++i) {
            std::string const path = "chain.mass[" + std::to_string(i) + "].";
            ExprId const s = variable(path + "s", moo::Variability::continuous, moo::Role::state);
            ExprId const v = variable(path + "v", moo::Variability::continuous, moo::Role::state);
            ExprId const f = variable(path + "f", moo::Variability::continuous, moo::Role::algebraic);
            ExprId const force = e.add(e.mul(k, e.add(e.sub(s_before, s), e.integer(1))), e.mul(d, e.sub(v_before, v)));
            ExprId const acceleration = e.div(e.sub(f, e.mul(e.real(0.5), v)), e.integer(2));
            add(document_.initialization, s, e.integer(static_cast<std::int64_t>(i)), moo::ProvenanceKind::fixed_start);
            add(document_.initialization, v, e.integer(0), moo::ProvenanceKind::default_start);
            add(document_.initialization, f, force, moo::ProvenanceKind::equation);
            add(document_.integration, f, force, moo::ProvenanceKind::equation);
            add(document_.integration, e.der(s), v, moo::ProvenanceKind::equation);
            add(document_.integration, e.der(v), acceleration, moo::ProvenanceKind::equation);
            s_before = s;
            v_before = v;
        }
        return std::move(document_);
    }

private:
    ExprId variable(std::string const& name, moo::Variability variability, moo::Role role) {
        moo::Variable variable;
        variable.name = interner_.intern(name);
        variable.type = moo::types::real;
        variable.variability = variability;
        variable.source = place();
        moo::VarId const id = document_.variables.add(variable);
        document_.facts.add({role, {}, 0, {}});
        return document_.exprs.variable(id);
    }
    moo::SourceSpan place() {
        moo::SourceLoc const loc = sources_.add_remote("chain.mo", 1 + ++line_ % 500, 5);
        return {loc, loc};
    }
    void add(moo::EquationSet& set, ExprId target, ExprId value, moo::ProvenanceKind origin) {
        auto const number = static_cast<std::uint32_t>(set.equations.size());
        set.equations.push_back({target, value, moo::EquationForm::assignment, {origin, place()}, false});
        set.block_starts.push_back(number + 1);
        set.blocks.push_back({moo::BlockKind::assign, {}, {}});
        set.jacobian.push_back({number, number, document_.exprs.integer(1), moo::EntryKind::constant});
    }

    moo::SourceManager& sources_;
    moo::Interner& interner_;
    Document document_;
    std::uint32_t line_ = 0;
};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::size_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

struct Measured {
    double seconds = 0.0;
    std::size_t bytes = 0;
};

// In a process of its own. `measure` gives the seconds; the memory is that of the process.
template <class Measure>
Measured in_child(Measure measure) {
    int ends[2];
    if (pipe(ends) != 0) std::exit(2);
    pid_t const child = fork();
    if (child == 0) {
        Measured measured;
        measured.seconds = measure();
        measured.bytes = peak_bytes();
        bool const is_sent = write(ends[1], &measured, sizeof measured) == sizeof measured;
        _exit(is_sent ? 0 : 1);
    }
    close(ends[1]);
    Measured measured;
    bool const is_there = read(ends[0], &measured, sizeof measured) == sizeof measured;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    if (!is_there) {
        std::fprintf(stderr, "a measurement failed\n");
        std::exit(1);
    }
    return measured;
}

template <class Measure>
Measured best_of_three(Measure measure) {
    Measured best = in_child(measure);
    for (int i = 0; i < 2; ++i) {
        Measured const again = in_child(measure);
        best.seconds = std::min(best.seconds, again.seconds);
        best.bytes = std::min(best.bytes, again.bytes);
    }
    return best;
}

double read_seconds(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(std::ifstream(path, std::ios::ate | std::ios::binary).tellg()), '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::FileId const file = sources.add("bench", std::move(text));
    double const begin = processor_seconds();
    Document const document = read_document(file, sources, interner, diagnostics);
    double const seconds = processor_seconds() - begin;
    if (!diagnostics.has_errors()) return seconds;
    std::fprintf(stderr, "%s", render_text(diagnostics, sources).c_str());
    _exit(1);
}

double write_seconds(std::size_t equations, Encoding encoding, std::string const& path) {
    moo::SourceManager sources;
    moo::Interner interner;
    Document const document = Chain(sources, interner).make(equations);
    double const begin = processor_seconds();
    std::string const text = write_document(document, interner, sources, encoding);
    double const seconds = processor_seconds() - begin;
    std::ofstream(path, std::ios::binary) << text;
    return seconds;
}

std::size_t file_size(std::string const& path) {
    return static_cast<std::size_t>(std::ifstream(path, std::ios::ate | std::ios::binary).tellg());
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t const equations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    std::string const wanted = argc > 2 ? argv[2] : "";
    std::string const path = "/tmp/document_bench." + std::to_string(getpid());
    std::printf("%-6s %8s %12s %12s %12s %14s\n", "", "MB", "write MB/s", "read MB/s", "asked for", "memory/size");
    bool is_reached = true;
    for (std::size_t i = 0; i < encodings.size(); ++i) {
        if (!wanted.empty() && wanted != moo::encoding_name(encodings[i])) continue;
        Measured const written = best_of_three([&] { return write_seconds(equations, encodings[i], path); });
        double const megabytes = static_cast<double>(file_size(path)) / 1e6;
        Measured const read = best_of_three([&] { return read_seconds(path); });
        double const memory = static_cast<double>(read.bytes) / 1e6 / megabytes;
        double const write_speed = megabytes / written.seconds;
        double const read_speed = megabytes / read.seconds;
        is_reached = is_reached && write_speed >= targets[i] && read_speed >= targets[i] && memory <= memory_target;
        std::printf("%-6s %8.1f %12.0f %12.0f %12.0f %14.2f\n", std::string(moo::encoding_name(encodings[i])).c_str(),
                    megabytes, write_speed, read_speed, targets[i], memory);
    }
    std::remove(path.c_str());
    std::printf(is_reached ? "all is reached\n" : "something is not reached\n");
    return 0;
}
