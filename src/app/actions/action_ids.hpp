// Ids of those actions that code outside the table names: buttons, and sentences that say which key to press. An action
// that is named only in its own row needs no constant here.
#pragma once

#include <string_view>

namespace repose::action {

inline constexpr std::string_view body_ball = "body_ball";
inline constexpr std::string_view body_foot = "body_foot";
inline constexpr std::string_view body_rake = "body_rake";
inline constexpr std::string_view body_wheel = "body_wheel";
inline constexpr std::string_view brush_larger = "brush_larger";
inline constexpr std::string_view brush_smaller = "brush_smaller";
inline constexpr std::string_view cancel = "cancel";
inline constexpr std::string_view clear = "clear";
inline constexpr std::string_view command_palette = "command_palette";
inline constexpr std::string_view compare = "compare";
inline constexpr std::string_view config_editor = "config_editor";
inline constexpr std::string_view config_gallery = "config_gallery";
inline constexpr std::string_view config_problems = "config_problems";
inline constexpr std::string_view copy = "copy";
inline constexpr std::string_view cut = "cut";
inline constexpr std::string_view editor_apply = "editor_apply";
inline constexpr std::string_view editor_redo = "editor_redo";
inline constexpr std::string_view editor_save = "editor_save";
inline constexpr std::string_view editor_undo = "editor_undo";
inline constexpr std::string_view erase_selection = "erase_selection";
inline constexpr std::string_view faster = "faster";
inline constexpr std::string_view help = "help";
inline constexpr std::string_view inspector = "inspector";
inline constexpr std::string_view messages = "messages";
inline constexpr std::string_view minimap = "minimap";
inline constexpr std::string_view mirror = "mirror";
inline constexpr std::string_view mirror_here = "mirror_here";
inline constexpr std::string_view mirror_sideways = "mirror_sideways";
inline constexpr std::string_view mute = "mute";
inline constexpr std::string_view new_world = "new_world";
inline constexpr std::string_view paint_over = "paint_over";
inline constexpr std::string_view panels = "panels";
inline constexpr std::string_view paste = "paste";
inline constexpr std::string_view play_pause = "play_pause";
inline constexpr std::string_view pour_less = "pour_less";
inline constexpr std::string_view pour_more = "pour_more";
inline constexpr std::string_view record = "record";
inline constexpr std::string_view copy_gif = "copy_gif";
inline constexpr std::string_view redo = "redo";
inline constexpr std::string_view relief = "relief";
inline constexpr std::string_view reset = "reset";
inline constexpr std::string_view rewind = "rewind";
inline constexpr std::string_view save_stamp = "save_stamp";
inline constexpr std::string_view scene_gallery = "scene_gallery";
inline constexpr std::string_view search_element = "search_element";
inline constexpr std::string_view select_all = "select_all";
inline constexpr std::string_view shake = "shake";
inline constexpr std::string_view slower = "slower";
inline constexpr std::string_view stamps = "stamps";
inline constexpr std::string_view step = "step";
inline constexpr std::string_view step_back = "step_back";
inline constexpr std::string_view toggle_solver = "toggle_solver";
inline constexpr std::string_view tool_blow = "tool_blow";
inline constexpr std::string_view tool_body = "tool_body";
inline constexpr std::string_view tool_brush = "tool_brush";
inline constexpr std::string_view tool_fill = "tool_fill";
inline constexpr std::string_view tool_line = "tool_line";
inline constexpr std::string_view tool_pick = "tool_pick";
inline constexpr std::string_view tool_rectangle = "tool_rectangle";
inline constexpr std::string_view tool_select = "tool_select";
inline constexpr std::string_view turn_right = "turn_right";
inline constexpr std::string_view turn_world_left = "turn_world_left";
inline constexpr std::string_view turn_world_over = "turn_world_over";
inline constexpr std::string_view turn_world_right = "turn_world_right";
inline constexpr std::string_view undo = "undo";
inline constexpr std::string_view with_background = "with_background";

}  // namespace repose::action
