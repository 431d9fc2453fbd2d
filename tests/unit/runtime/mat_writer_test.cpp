#include "runtime/results/mat_writer.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/unit/runtime/temporary_folder.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

struct Matrix {
    std::int32_t type = 0;
    std::int32_t rows = 0;
    std::int32_t columns = 0;
    std::string bytes;

    template <class T>
    [[nodiscard]] T at(std::int32_t row, std::int32_t column) const {
        T value;
        std::memcpy(&value, bytes.data() + sizeof(T) * static_cast<std::size_t>(column * rows + row), sizeof value);
        return value;
    }
    [[nodiscard]] std::string text(std::int32_t column) const {
        return bytes.substr(static_cast<std::size_t>(column * rows), static_cast<std::size_t>(rows)).c_str();
    }
};

// A reader after the description of the format: five numbers, the name, the elements column by column.
std::map<std::string, Matrix> read_mat(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    std::string const bytes = all.str();
    std::map<std::string, Matrix> matrices;
    for (std::size_t at = 0; at < bytes.size();) {
        std::int32_t head[5];
        REQUIRE(at + sizeof head <= bytes.size());
        std::memcpy(head, bytes.data() + at, sizeof head);
        at += sizeof head;
        std::string const name = bytes.substr(at, static_cast<std::size_t>(head[4]) - 1);
        at += static_cast<std::size_t>(head[4]);
        std::size_t const width = head[0] == 51 ? 1 : head[0] == 20 ? 4 : 8;
        std::size_t const size = width * static_cast<std::size_t>(head[1]) * static_cast<std::size_t>(head[2]);
        REQUIRE(at + size <= bytes.size());
        matrices[name] = {head[0], head[1], head[2], bytes.substr(at, size)};
        at += size;
    }
    return matrices;
}

}  // namespace

TEST_CASE("trajectories have names, aliases without data, and constants apart from what varies") {
    TemporaryFolder folder;
    TestModel model;
    model.add("x", MOO_ALGEBRAIC, 0.0);
    model.add("p", MOO_PARAMETER, 0.0);
    std::uint32_t const negative = model.add("minus x", MOO_ALGEBRAIC, 0.0);
    model.variable(negative).alias_of = 1;
    model.variable(negative).negated = 1;
    model.add("y", MOO_ALGEBRAIC, 0.0);
    model.variable(0).description = "a position";
    model.variable(0).unit = "m";
    std::string const path = folder.path("result.mat");
    OutputFile file;
    REQUIRE(file.open(path));
    MatWriter writer(model.get(), {0, 1, 2, 3}, file);
    for (int i = 0; i < 20000; ++i) {
        REQUIRE(writer.row(0.5 * i, std::vector<double>{1.0 * i, 7.0, -1.0 * i, 3.0 * i}));
    }
    REQUIRE(writer.finish());
    REQUIRE(file.commit());

    std::map<std::string, Matrix> const all = read_mat(path);
    REQUIRE(all.size() == 6);
    // Texts stand in rows of `Aclass`: 4 of 11 characters.
    CHECK(all.at("Aclass").bytes.substr(0, 4) == std::string("A1 b"));
    Matrix const& names = all.at("name");
    REQUIRE(names.columns == 5);
    CHECK(names.text(0) == "time");
    CHECK(names.text(3) == "minus x");
    CHECK(all.at("description").text(1) == "a position [m]");
    Matrix const& info = all.at("dataInfo");
    CHECK(info.at<std::int32_t>(0, 0) == 0);
    CHECK(info.at<std::int32_t>(0, 1) == 2);
    CHECK(info.at<std::int32_t>(1, 1) == 2);
    CHECK(info.at<std::int32_t>(0, 2) == 1);
    CHECK(info.at<std::int32_t>(1, 3) == -2);
    CHECK(info.at<std::int32_t>(1, 4) == 3);
    Matrix const& constants = all.at("data_1");
    CHECK(constants.at<double>(0, 0) == 0.0);
    CHECK(constants.at<double>(0, 1) == 0.5 * 19999);
    CHECK(constants.at<double>(1, 0) == 7.0);
    Matrix const& data = all.at("data_2");
    REQUIRE(data.rows == 3);
    REQUIRE(data.columns == 20000);
    CHECK(data.at<double>(0, 19999) == 0.5 * 19999);
    CHECK(data.at<double>(1, 19999) == 19999.0);
    CHECK(data.at<double>(2, 19999) == 3.0 * 19999);
}

}  // namespace moo::runtime
