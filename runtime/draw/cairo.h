// The drawing library cairo, loaded when it is first used: programs start faster without it, and run where it is not
// installed.
#pragma once

#include <string>

namespace moo::runtime {

// The part of cairo that we need, by its binary interface, which has not changed since 2005.
struct Cairo {
    struct TextExtents {
        double x_bearing, y_bearing, width, height, x_advance, y_advance;
    };
    struct Matrix {
        double xx, yx, xy, yy, x0, y0;
    };
    static constexpr int format_argb32 = 0;
    static constexpr int format_rgb24 = 1;
    static constexpr int slant_normal = 0;
    static constexpr int slant_italic = 1;
    static constexpr int weight_normal = 0;
    static constexpr int weight_bold = 1;
    static constexpr int join_round = 1;
    static constexpr int status_success = 0;
    static constexpr int status_write_error = 11;
    static constexpr int status_read_error = 10;

    void* (*image_surface_create)(int, int, int) = nullptr;
    void* (*image_surface_create_from_png_stream)(int (*)(void*, unsigned char*, unsigned), void*) = nullptr;
    int (*image_surface_get_width)(void*) = nullptr;
    int (*image_surface_get_height)(void*) = nullptr;
    void (*surface_destroy)(void*) = nullptr;
    int (*surface_status)(void*) = nullptr;
    int (*write_to_png_stream)(void*, int (*)(void*, unsigned char const*, unsigned), void*) = nullptr;
    void* (*create)(void*) = nullptr;
    void (*destroy)(void*) = nullptr;
    int (*status)(void*) = nullptr;
    void (*save)(void*) = nullptr;
    void (*restore)(void*) = nullptr;
    void (*scale)(void*, double, double) = nullptr;
    void (*translate)(void*, double, double) = nullptr;
    void (*rotate)(void*, double) = nullptr;
    void (*transform)(void*, Matrix const*) = nullptr;
    void (*set_source_rgb)(void*, double, double, double) = nullptr;
    void (*set_source)(void*, void*) = nullptr;
    void (*set_source_surface)(void*, void*, double, double) = nullptr;
    void* (*pattern_create_linear)(double, double, double, double) = nullptr;
    void* (*pattern_create_radial)(double, double, double, double, double, double) = nullptr;
    void (*pattern_add_color_stop_rgb)(void*, double, double, double, double) = nullptr;
    void (*pattern_set_matrix)(void*, Matrix const*) = nullptr;
    void (*pattern_destroy)(void*) = nullptr;
    void (*paint)(void*) = nullptr;
    void (*set_line_width)(void*, double) = nullptr;
    void (*set_line_join)(void*, int) = nullptr;
    void (*set_dash)(void*, double const*, int, double) = nullptr;
    void (*new_path)(void*) = nullptr;
    void (*move_to)(void*, double, double) = nullptr;
    void (*line_to)(void*, double, double) = nullptr;
    void (*curve_to)(void*, double, double, double, double, double, double) = nullptr;
    void (*close_path)(void*) = nullptr;
    void (*rectangle)(void*, double, double, double, double) = nullptr;
    void (*clip)(void*) = nullptr;
    void (*fill)(void*) = nullptr;
    void (*stroke)(void*) = nullptr;
    void (*select_font_face)(void*, char const*, int, int) = nullptr;
    void (*set_font_size)(void*, double) = nullptr;
    void (*text_extents)(void*, char const*, TextExtents*) = nullptr;
    void (*show_text)(void*, char const*) = nullptr;

    std::string problem;  // what is missing; then no function may be called
};

// Loads it once per process; it stays loaded.
[[nodiscard]] Cairo const& cairo();

// The picture as a file; empty if cairo cannot make one, as of a picture that is too large.
[[nodiscard]] std::string png_file(void* surface, void* context);

}  // namespace moo::runtime
