// The config editor's forms: one element at a time, and all pairs as a matrix. Every change edits the text.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "repose/config_edit.hpp"
#include "repose/ruleset.hpp"

namespace repose {

struct Desk;

class ConfigDraft;
struct ParameterInfo;

class ConfigForms {
 public:
  explicit ConfigForms(Desk& desk) : desk_(desk) {}

  // The elements, one at a time.
  void draw_elements();
  // All pairs at a glance.
  void draw_matrix();

 private:
  ConfigDraft& draft() const;
  const std::string& text() const;
  const Ruleset& rules() const;

  void draw_element_list(ImVec2 size);
  void draw_add_element();
  void draw_name(const Element& element);
  void draw_colour(const Element& element);
  void draw_density(const Element& element);
  void draw_kinds(const Element& element);
  // Our own words.
  void draw_more();
  bool draw_marks(const Element& element);
  bool draw_shares(const Element& element);
  bool draw_burst();
  bool draw_group_chips(bool sets);
  void draw_groups();
  void draw_whens();
  bool draw_when(const config_edit::WhenText& when);
  bool choose_word(const char* id, const std::string& landmark, float width, std::string& chosen);
  void draw_parameters();
  bool draw_parameter(const ParameterInfo& info);

  void draw_reactions();
  // The two products of a pair, as two choices, each `width` wide.
  void draw_products(std::uint8_t a, std::uint8_t b, float width);
  bool choose_element(const char* id, const std::string& landmark, float width, std::uint8_t& chosen, bool none);

  void draw_matrix_grid(ImVec2 size);
  void draw_pair();

  // Keeps the chosen elements in the range of the analysis. Another config begins with its first choice.
  void follow_draft();
  // The changes of one drag are undone in one step; `problem` is shown when nothing changes.
  void change(const std::string& text, std::string_view problem = {});
  // A change that is undone alone.
  void change_once(const std::string& text, std::string_view problem = {});
  // Call before a widget that can be dragged: its changes are undone together.
  std::string about_its_group(std::string_view word, std::string_view otherwise = {}) const;
  void note_activation();

  Desk& desk_;
  int adoption_ = -1;                       // of the draft, as last seen
  std::uint8_t element_ = 0, partner_ = 0;  // chosen
  bool reveal_element_ = false;             // scroll to the chosen element in the next frame
  bool more_ = false;                       // our own words are shown
  std::string new_name_, renamed_, new_group_;
  std::vector<config_edit::WhenText> whens_;  // of the text with this version
  std::uint64_t whens_version_ = 0;
  int renamed_element_ = -1;
};

}  // namespace repose
