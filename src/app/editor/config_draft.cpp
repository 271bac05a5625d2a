#include "app/editor/config_draft.hpp"

namespace repose {

namespace {

constexpr double kAnalysisDelaySeconds = 0.15;  // problems are shown when typing has paused for this long

}  // namespace

void ConfigDraft::adopt(const std::string& text, const std::filesystem::path& file) {
  file_ = file;
  ++adoption_;
  reload(text);
}

void ConfigDraft::reload(const std::string& text) {
  saved_text_ = text;
  text_.set_text(text);
  analyse();
}

void ConfigDraft::note_saved(const std::filesystem::path& file) {
  file_ = file;
  saved_text_ = text_.text();
  analyse();
}

void ConfigDraft::revert() {
  text_.change_to(saved_text_);
  analyse();
}

bool ConfigDraft::change(const std::string& text) {
  if (text == text_.text()) return false;
  text_.change_to(text, undo_step_);
  analyse();
  return true;
}

void ConfigDraft::analyse() {
  analysis_.read(text_.text(), file_.string());
  analysed_version_ = edited_version_ = text_.version();
}

void ConfigDraft::analyse_when_due(double now, bool at_once) {
  if (text_.version() != edited_version_) edited_at_ = now;
  edited_version_ = text_.version();
  if (is_analysed()) return;
  if (at_once || now - edited_at_ >= kAnalysisDelaySeconds) analyse();
}

}  // namespace repose
