#include "runtime/draw/cairo.h"

#include <dlfcn.h>

namespace moo::runtime {

namespace {

template <class Function>
void load(void* library, char const* name, Function*& function, std::string& problem) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (function == nullptr) problem = "the library cairo has no function `" + std::string(name) + "`";
}

void load_surfaces(void* library, Cairo& c) {
    load(library, "cairo_image_surface_create", c.image_surface_create, c.problem);
    load(library, "cairo_image_surface_create_from_png_stream", c.image_surface_create_from_png_stream, c.problem);
    load(library, "cairo_image_surface_get_width", c.image_surface_get_width, c.problem);
    load(library, "cairo_image_surface_get_height", c.image_surface_get_height, c.problem);
    load(library, "cairo_surface_destroy", c.surface_destroy, c.problem);
    load(library, "cairo_surface_status", c.surface_status, c.problem);
    load(library, "cairo_surface_write_to_png_stream", c.write_to_png_stream, c.problem);
    load(library, "cairo_create", c.create, c.problem);
    load(library, "cairo_destroy", c.destroy, c.problem);
    load(library, "cairo_status", c.status, c.problem);
    load(library, "cairo_save", c.save, c.problem);
    load(library, "cairo_restore", c.restore, c.problem);
}

void load_drawing(void* library, Cairo& c) {
    load(library, "cairo_scale", c.scale, c.problem);
    load(library, "cairo_translate", c.translate, c.problem);
    load(library, "cairo_rotate", c.rotate, c.problem);
    load(library, "cairo_transform", c.transform, c.problem);
    load(library, "cairo_set_source_rgb", c.set_source_rgb, c.problem);
    load(library, "cairo_set_source", c.set_source, c.problem);
    load(library, "cairo_set_source_surface", c.set_source_surface, c.problem);
    load(library, "cairo_pattern_create_linear", c.pattern_create_linear, c.problem);
    load(library, "cairo_pattern_create_radial", c.pattern_create_radial, c.problem);
    load(library, "cairo_pattern_add_color_stop_rgb", c.pattern_add_color_stop_rgb, c.problem);
    load(library, "cairo_pattern_set_matrix", c.pattern_set_matrix, c.problem);
    load(library, "cairo_pattern_destroy", c.pattern_destroy, c.problem);
    load(library, "cairo_paint", c.paint, c.problem);
    load(library, "cairo_set_line_width", c.set_line_width, c.problem);
    load(library, "cairo_set_line_join", c.set_line_join, c.problem);
    load(library, "cairo_set_dash", c.set_dash, c.problem);
    load(library, "cairo_new_path", c.new_path, c.problem);
    load(library, "cairo_move_to", c.move_to, c.problem);
    load(library, "cairo_line_to", c.line_to, c.problem);
    load(library, "cairo_curve_to", c.curve_to, c.problem);
    load(library, "cairo_close_path", c.close_path, c.problem);
    load(library, "cairo_rectangle", c.rectangle, c.problem);
    load(library, "cairo_clip", c.clip, c.problem);
    load(library, "cairo_fill", c.fill, c.problem);
    load(library, "cairo_stroke", c.stroke, c.problem);
    load(library, "cairo_select_font_face", c.select_font_face, c.problem);
    load(library, "cairo_set_font_size", c.set_font_size, c.problem);
    load(library, "cairo_text_extents", c.text_extents, c.problem);
    load(library, "cairo_show_text", c.show_text, c.problem);
}

Cairo load_cairo() {
    Cairo c;
    void* const library = ::dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        c.problem = "PNG pictures need the library cairo (Debian: libcairo2), and libcairo.so.2 is not installed";
        return c;
    }
    load_surfaces(library, c);
    load_drawing(library, c);
    return c;
}

int append_bytes(void* file, unsigned char const* bytes, unsigned count) {
    try {
        static_cast<std::string*>(file)->append(reinterpret_cast<char const*>(bytes), count);
        return Cairo::status_success;
    } catch (...) {
        return Cairo::status_write_error;
    }
}

}  // namespace

Cairo const& cairo() {
    static Cairo const loaded = load_cairo();
    return loaded;
}

std::string png_file(void* surface, void* context) {
    std::string file;
    if (cairo().status(context) != Cairo::status_success) return {};
    if (cairo().write_to_png_stream(surface, append_bytes, &file) != Cairo::status_success) return {};
    return file;
}

}  // namespace moo::runtime
