// The actions of the config editor.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/editor/config_editor.hpp"

namespace repose {

namespace {

constexpr std::string_view kHidden = "The config editor is closed.";

ActionRow editor_row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                     std::function<std::string()> why_not, std::function<void()> perform) {
  return {.id = id,
          .group = "Config editor",
          .title = title,
          .keys = std::move(keys),
          .context = KeyContext::editor,
          .in_palette = false,
          .why_not = std::move(why_not),
          .perform = std::move(perform)};
}

}  // namespace

std::vector<ActionRow> editor_actions(Desk& desk) {
  ConfigEditor& editor = *desk.editor;
  const auto why_hidden = [&editor] { return unless(editor.visible(), kHidden); };
  const auto why_not_apply = [&editor] {
    return !editor.visible() ? std::string(kHidden)
                             : unless(editor.files().applicable(), "This text is running already.");
  };
  return {
      editor_row(action::editor_apply, "Apply the text to the running world", {{SDLK_RETURN, kCtrl}}, why_not_apply,
                 [&editor] { editor.files().apply(); }),
      editor_row(action::editor_save, "Save the config", {{SDLK_s, kCtrl}}, why_hidden, [&editor] { editor.save(); }),
      editor_row(action::editor_undo, "Undo", {{SDLK_z, kCtrl}}, why_hidden, [&editor] { editor.undo(); }),
      editor_row(action::editor_redo, "Redo", {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift, false}}, why_hidden,
                 [&editor] { editor.redo(); }),
  };
}

}  // namespace repose
