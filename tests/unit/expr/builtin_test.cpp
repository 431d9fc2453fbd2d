#include "moo/expr/builtin.h"

#include <catch2/catch.hpp>
#include <set>

using namespace moo;

TEST_CASE("every built-in is found by its name and has a sensible arity") {
    std::set<std::string_view> names;
    for (std::size_t k = 0; k < builtin_count(); ++k) {
        auto const builtin = static_cast<Builtin>(k);
        BuiltinInfo const& info = builtin_info(builtin);
        INFO(info.name);
        CHECK(find_builtin(info.name) == builtin);
        CHECK(info.fewest <= info.most);
        CHECK(names.insert(info.name).second);
    }
    CHECK_FALSE(find_builtin("reinit").has_value());
    CHECK_FALSE(find_builtin("Sin").has_value());
}

TEST_CASE("the functions of Modelica 3.6 are there") {
    for (std::string_view const name : {"sin",
                                        "atan2",
                                        "log10",
                                        "abs",
                                        "sign",
                                        "min",
                                        "div",
                                        "mod",
                                        "rem",
                                        "ceil",
                                        "integer",
                                        "Integer",
                                        "String",
                                        "edge",
                                        "change",
                                        "initial",
                                        "terminal",
                                        "sample",
                                        "noEvent",
                                        "smooth",
                                        "delay",
                                        "homotopy",
                                        "semiLinear",
                                        "cardinality",
                                        "inStream",
                                        "actualStream",
                                        "size",
                                        "ndims",
                                        "scalar",
                                        "vector",
                                        "matrix",
                                        "zeros",
                                        "ones",
                                        "fill",
                                        "identity",
                                        "diagonal",
                                        "linspace",
                                        "transpose",
                                        "outerProduct",
                                        "symmetric",
                                        "cross",
                                        "skew",
                                        "sum",
                                        "product",
                                        "cat",
                                        "promote",
                                        "previous",
                                        "hold",
                                        "subSample",
                                        "superSample",
                                        "shiftSample",
                                        "backSample",
                                        "noClock",
                                        "Clock",
                                        "firstTick",
                                        "interval",
                                        "getInstanceName",
                                        "spatialDistribution"}) {
        INFO(name);
        CHECK(find_builtin(name).has_value());
    }
}
