// What a wxSand config means, directive by directive.
#include <algorithm>
#include <cmath>

#include "repose/config_edit.hpp"
#include "support.hpp"

namespace repose {
namespace {

const std::string kHeader = "# wxSand, File subversion 2\n";
const std::string kElements =
    "element Empty 0 0 0 0 1 0 0 1\n"
    "element Fire 255 60 20 -1 1 0.25 1.1 1\n"
    "element Water 40 90 220 0.9 1 0.5 0.5 1\n"
    "element Wood 120 80 40 0 0 2 0 1\n";
constexpr std::uint8_t kEmpty = 0, kFire = 1, kWater = 2, kWood = 3;

// Reads a text without mistakes.
Ruleset read_sound(const std::string& text) {
  const ConfigResult result = read_config(kHeader + text, "folder/test.txt");
  for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
  REQUIRE(result.ruleset);
  return *result.ruleset;
}

Ruleset read_anyway(const std::string& text) {
  const ConfigResult result = read_config(kHeader + text, "test.txt");
  REQUIRE(result.ruleset);
  CHECK_FALSE(has_errors(result.diagnostics));
  return *result.ruleset;
}

std::vector<int> slots_of(const std::vector<Product>& products) {
  std::vector<int> slots;
  for (const Product& product : products) slots.push_back(product.slots);
  return slots;
}

std::vector<int> decay_slots(const std::string& outcomes) {
  const Ruleset rules = read_anyway(kElements + "self 1 Fire " + outcomes + "\n");
  REQUIRE(rules.decays.size() == 1);
  return slots_of(rules.decays[0].products);
}

const Interaction* interaction(const Ruleset& rules, std::uint8_t a, std::uint8_t b) {
  const auto same = [&](const Interaction& i) { return i.a == a && i.b == b; };
  const auto found = std::find_if(rules.interactions.begin(), rules.interactions.end(), same);
  return found == rules.interactions.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("An element line gives colour, gravity, slip, density, conductivity and whether it is shown") {
  const Ruleset rules = read_sound(kElements);
  CHECK(rules.dialect == Dialect::wxsand);
  CHECK(rules.title == "test.txt");
  REQUIRE(rules.elements.size() == 4);
  const Element& fire = rules.elements[kFire];
  CHECK(fire.name == "Fire");
  CHECK(fire.color == Color{255, 60, 20});
  CHECK((fire.gravity == -1 && fire.slip == 1 && fire.density == 0.25 && fire.conductivity == 1.1));
  CHECK((!fire.hidden && fire.line == 3 && !fire.hot_color));
}

TEST_CASE("An element with a VISIBLE of 0, or without VISIBLE, is hidden") {
  const auto is_hidden = [](const std::string& rest) {
    return read_anyway("element A 1 2 3 0 0 0 0 " + rest + "\n").elements[0].hidden;
  };
  CHECK_FALSE(is_hidden("1"));
  CHECK_FALSE(is_hidden("2"));
  CHECK_FALSE(is_hidden("1.0"));
  CHECK_FALSE(is_hidden("1<br>"));
  CHECK(is_hidden("0"));
  CHECK(is_hidden("0.9"));
  CHECK(is_hidden(""));
  CHECK(is_hidden("yes"));
}

TEST_CASE("Missing numbers are 0, whatever the element above has") {
  const Element ds = read_anyway(kElements + "element ds 275 70 50\n").elements[4];
  CHECK(ds.color == Color{19, 70, 50});
  CHECK((ds.gravity == 0 && ds.slip == 0 && ds.density == 0 && ds.conductivity == 0 && ds.hidden));
}

TEST_CASE("Quantities stay as written, and infinite ones become large") {
  const Element a = read_anyway("element A 0 0 0 -3 2 999 -1 1\n").elements[0];
  CHECK((a.gravity == -3 && a.slip == 2 && a.density == 999 && a.conductivity == -1));
  const Element b = read_anyway("element B 0 0 0 1e999 -1e999 1e300 0 1\n").elements[0];
  CHECK((std::isfinite(b.gravity) && std::isfinite(b.slip) && std::isfinite(b.density)));
}

TEST_CASE("Elements without gravity are walls, and no others") {
  const Ruleset rules = read_sound(kElements + "element Lead 9 9 9 1 0 12 0 1\n");
  CHECK(is_wall(rules.elements[kWood]));
  CHECK_FALSE(is_wall(rules.elements[kWater]));
  CHECK_FALSE(is_wall(rules.elements[4]));
  CHECK(moves_through_background(rules, kFire));
  CHECK_FALSE(moves_through_background(rules, kWood));
  CHECK_FALSE(moves_through_background(rules, kEmpty));
}

TEST_CASE("Liquids fall and slip; elements that heat themselves glow, and so do those of a warm colour that decay") {
  const Ruleset rules = read_sound(kElements +
                                   "element Sand 220 190 90 0.9 0.3 1 0 1\n"
                                   "element Spark 250 200 60 0.5 0.2 1 0 1\n"
                                   "element Smoke 90 90 90 -0.5 0.5 0 0 1\n"
                                   "self 0.1 Spark 1 Empty\nself 0.1 Smoke 1 Empty\n");
  CHECK((rules.elements[kWater].liquid && !rules.elements[kFire].liquid && !rules.elements[4].liquid));
  CHECK((rules.elements[kFire].glow > 0 && rules.elements[5].glow > 0));
  CHECK((rules.elements[kWater].glow == 0 && rules.elements[4].glow == 0 && rules.elements[6].glow == 0));
}

TEST_CASE("The comment directly above an element describes it and the elements directly below") {
  const Ruleset rules = read_sound(
      "element Empty 0 0 0 0 1 0 0 1\n"
      "# not this one\n#  Burns &amp; spreads. \n"
      "element Fire 1 1 1 0 0 0 0 1\nelement Ember 1 1 1 0 0 0 0 1\n"
      "# too far away\n\nelement Ash 1 1 1 0 0 0 0 1\n"
      "#-----------\nelement Coal 1 1 1 0 0 0 0 1\n"
      "# about the group\ngroup G Fire\nelement Tar 1 1 1 0 0 0 0 1\n");
  CHECK(rules.elements[0].description.empty() == false);  // the header is directly above it
  CHECK(rules.elements[1].description == "Burns & spreads.");
  CHECK(rules.elements[2].description == "Burns & spreads.");
  for (std::size_t i = 3; i < 6; ++i) CHECK(rules.elements[i].description.empty());
}

TEST_CASE("Names are any word; case matters; entities are decoded only for display") {
  const Ruleset rules = read_sound(
      "element ??? 0 0 0 0 1 0 0 1\nelement HW*2 0 0 0 0 1 0 0 1\nelement hw*2 0 0 0 0 1 0 0 1\n"
      "element K&amp;B 0 0 0 0 1 0 0 1\nelement K&B 0 0 0 0 1 0 0 1\nelement caf&#233; 0 0 0 0 1 0 0 1\n"
      "self 1 K&amp;B 1 hw*2\n");
  REQUIRE(rules.elements.size() == 6);
  CHECK(rules.elements[3].name == "K&B");
  CHECK(rules.elements[4].name == "K&B");
  CHECK(rules.elements[5].name == "caf\xC3\xA9");
  REQUIRE(rules.decays.size() == 1);
  CHECK((rules.decays[0].element == 3 && rules.decays[0].products[0].a == 2));
}

TEST_CASE("A second definition of a name replaces the first and keeps its place") {
  const Ruleset rules = read_anyway(
      "self 1 B 1 A\nelement A 0 0 0 0 1 0 0 1\nelement B 1 1 1 0 0 0 0 1\nelement C 2 2 2 0 0 0 0 1\n"
      "element B 9 9 9 1 1 1 1 0\n");
  REQUIRE(rules.elements.size() == 3);
  CHECK((rules.elements[1].name == "B" && rules.elements[1].color == Color{9, 9, 9} && rules.elements[1].hidden));
  CHECK(rules.decays[0].element == 1);
}

TEST_CASE("Rules may be above the elements that they name") {
  const Ruleset rules =
      read_sound("hotself 9 Fire\nhotcolor Fire 1 2 3\nself 0.5 Fire 1 Empty\ngroup Hot Fire\n" + kElements);
  CHECK(rules.decays[0].threshold == 9);
  CHECK(rules.elements[kFire].hot_color == Color{1, 2, 3});
  CHECK(rules.groups.back().members == std::vector<std::uint8_t>{kFire});
}

TEST_CASE("self makes a decay, and its weights fill a hundred slots in order") {
  const Ruleset rules = read_sound(kElements + "self 0.25 Fire 0.7 Empty 0.3 Water\n");
  REQUIRE(rules.decays.size() == 1);
  const Decay& decay = rules.decays[0];
  CHECK((decay.element == kFire && decay.probability == 0.25 && !decay.threshold && decay.line == 6));
  REQUIRE(decay.products.size() == 2);
  CHECK((decay.products[0].slots == 70 && decay.products[0].a == kEmpty));
  CHECK((decay.products[1].slots == 30 && decay.products[1].a == kWater));
}

TEST_CASE("Slots that are left over stay empty, those beyond a hundred are cut off") {
  CHECK(decay_slots("0.33 Fire 0.33 Water 0.33 Empty") == std::vector<int>{33, 33, 33});
  CHECK(decay_slots("0.7 Water 0.6 Empty 0.5 Wood") == std::vector<int>{70, 30});
  CHECK(decay_slots("0.0003 Empty 1 Water") == std::vector<int>{100});
  CHECK(decay_slots("2 Water") == std::vector<int>{100});
  CHECK(decay_slots("0.5 Ghost 0.5 Water") == std::vector<int>{50});
}

TEST_CASE("Weights round as 32-bit floats do, so that .995 and .005 make a hundred") {
  CHECK(decay_slots(".995 Water .005 Empty") == std::vector<int>{100});
  CHECK(decay_slots(".985 Water .015 Empty") == std::vector<int>{99, 1});
  CHECK(decay_slots(".125 Water .875 Empty") == std::vector<int>{13, 87});  // the sum is 101
}

TEST_CASE("Probabilities over 1 mean always, and those below 0 never") {
  CHECK(read_sound(kElements + "self 2.5 Fire 1 Empty\n").decays[0].probability == 1);
  CHECK(read_anyway(kElements + "self -2.5 Fire 1 Empty\n").decays[0].probability == 0);
  CHECK(read_sound(kElements + "self 0.00001 Fire 1 Empty\n").decays[0].probability == 0.00001);
}

TEST_CASE("neighbor makes an interaction of one order") {
  const Ruleset rules = read_sound(kElements + "neighbor 0.9 Fire Water 0.5 Empty Fire 0.5 Fire Empty\n");
  REQUIRE(rules.interactions.size() == 1);
  const Interaction& met = rules.interactions[0];
  CHECK((met.a == kFire && met.b == kWater && met.probability == 0.9 && !met.threshold && met.x_speed == 0));
  REQUIRE(met.products.size() == 2);
  CHECK((met.products[1].slots == 50 && met.products[1].a == kFire && met.products[1].b == kEmpty));
}

TEST_CASE("hotself and hotneighbor set thresholds; -1 means none, and below it energy is added") {
  const auto threshold = [](const std::string& t) {
    return read_anyway(kElements + "self 1 Fire 1 Empty\nhotself " + t + " Fire\n").decays[0].threshold;
  };
  CHECK(threshold("50") == 50);
  CHECK(threshold("0.001") == 0);
  CHECK(threshold("99") == 99);
  CHECK(threshold("-50") == -50);
  CHECK_FALSE(threshold("-1"));
  const Ruleset rules = read_sound(kElements + "hotneighbor 20 Fire Water\nneighbor 1 Fire Water 1 Empty Empty\n");
  CHECK(rules.interactions[0].threshold == 20);
}

TEST_CASE("explosion gives speeds to its reaction, as bytes") {
  const std::string reaction = "neighbor 1 Fire Water 1 Empty Empty\n";
  const Ruleset rules = read_sound(kElements + reaction + "explosion Fire Water 10 255\n");
  CHECK((rules.interactions[0].x_speed == 10 && rules.interactions[0].y_speed == 255));
  const Ruleset wrapped = read_anyway(kElements + reaction + "explosion Fire Water -160 300\n");
  CHECK((wrapped.interactions[0].x_speed == 96 && wrapped.interactions[0].y_speed == 44));
  CHECK(read_anyway(kElements + "explosion Fire Water 10 20\n").interactions.empty());
}

TEST_CASE("pexplosion makes a disc; a negative diameter cancels it") {
  const Ruleset rules = read_sound(kElements + "pexplosion Fire Empty 10.0 Water\n");
  REQUIRE(rules.discs.size() == 1);
  const Disc& disc = rules.discs[0];
  CHECK((disc.a == kFire && disc.b == kEmpty && disc.diameter == 10 && disc.filling == kWater && disc.line == 6));
  CHECK(read_anyway(kElements + "pexplosion Fire Empty 0.25 Water\n").discs[0].diameter == 0);
  CHECK(read_anyway(kElements + "pexplosion Fire Empty 1000000 Water\n").discs[0].diameter == kDiscDiameterMax);
  CHECK(read_anyway(kElements + "pexplosion Fire Empty 10 Water\npexplosion Fire Empty -1 Water\n").discs.empty());
}

TEST_CASE("The last line about a pair counts, whole") {
  const Ruleset rules =
      read_anyway(kElements +
                  "neighbor 1 Fire Water 0.5 Empty Empty 0.5 Wood Wood\nneighbor 0.5 Fire Water 1 Water Water\n"
                  "self 1 Fire 1 Wood\nself 0.5 Fire 1 Water\n");
  REQUIRE(rules.interactions.size() == 1);
  CHECK(
      (rules.interactions[0].probability == 0.5 && slots_of(rules.interactions[0].products) == std::vector<int>{100}));
  REQUIRE(rules.decays.size() == 1);
  CHECK(rules.decays[0].products[0].a == kWater);
}

TEST_CASE("all means every element but the first, wherever it is defined, and later lines replace it") {
  const Ruleset rules =
      read_sound("neighbor 1 Fire all 1 Fire Empty\nneighbor 0 Fire Wood 1 Fire Wood\n" + kElements +
                 "neighbor 0.5 All Water 1 Water Water\nhotcolor all 255 255 255\npexplosion Wood all 3 Fire\n"
                 "self 0.001 all 1 Empty\nhotself 90 all\nexplosion Fire all 7 7\n");
  CHECK(interaction(rules, kFire, kFire)->probability == 1);
  CHECK(interaction(rules, kFire, kWood)->probability == 0);
  CHECK(interaction(rules, kFire, kWater)->probability == 0.5);  // the later of two lines that cover it
  CHECK(interaction(rules, kWood, kWater)->probability == 0.5);
  CHECK(interaction(rules, kFire, kEmpty) == nullptr);
  CHECK(interaction(rules, kEmpty, kWater) == nullptr);
  CHECK(interaction(rules, kFire, kFire)->x_speed == 7);
  CHECK(interaction(rules, kWood, kWater)->x_speed == 0);
  CHECK(rules.discs.size() == 3);
  REQUIRE(rules.decays.size() == 3);
  for (const Decay& decay : rules.decays) CHECK(decay.threshold == 90);
  CHECK((!rules.elements[kEmpty].hot_color && rules.elements[kWood].hot_color == Color{255, 255, 255}));
}

TEST_CASE("An element that is called all is that element") {
  const Ruleset rules = read_sound(kElements + "element all 1 1 1 0 0 0 0 1\nneighbor 1 Fire all 1 all Empty\n");
  REQUIRE(rules.interactions.size() == 1);
  CHECK((rules.interactions[0].b == 4 && rules.interactions[0].products[0].a == 4));
}

TEST_CASE("Rules of the first element are kept, though it never acts") {
  const ConfigResult result = read_config(kHeader + kElements + "neighbor 1 Empty Fire 1 Fire Fire\n", "test.txt");
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].severity == Severity::note);
  CHECK(result.ruleset->interactions.size() == 1);
}

TEST_CASE("Groups are tabs in file order; Misc comes first and holds the rest") {
  const Ruleset rules = read_sound(kElements + "group Hot Fire Wood\ngroup Wet Water Wood\n");
  REQUIRE(rules.groups.size() == 3);
  CHECK((rules.groups[0].name == "Misc" && rules.groups[0].members == std::vector<std::uint8_t>{kEmpty}));
  CHECK((rules.groups[1].name == "Hot" && rules.groups[1].members == std::vector<std::uint8_t>{kFire, kWood}));
  CHECK((rules.groups[2].name == "Wet" && rules.groups[2].members == std::vector<std::uint8_t>{kWater, kWood}));
  CHECK(read_sound(kElements).groups.empty());
}

TEST_CASE("A group may be empty, named twice, called Misc, or hold everything") {
  const Ruleset empty = read_anyway(kElements + "group Hot\n");
  CHECK((empty.groups.size() == 2 && empty.groups[1].members.empty()));
  const Ruleset twice = read_anyway(kElements + "group Hot Fire\ngroup Wet Water\ngroup Hot Wood\n");
  REQUIRE(twice.groups.size() == 3);
  CHECK(twice.groups[1].members == std::vector<std::uint8_t>{kWood});
  CHECK(twice.groups[0].members == std::vector<std::uint8_t>{kEmpty, kFire});
  const Ruleset misc = read_sound(kElements + "group Hot Fire\ngroup Misc Water\n");
  REQUIRE(misc.groups.size() == 2);
  CHECK(misc.groups[0].members == std::vector<std::uint8_t>{kWater, kEmpty, kWood});
  CHECK(read_sound(kElements + "group All_of_it Empty Fire Water Wood Wood\n").groups.size() == 1);
}

TEST_CASE("Sources add up, line by line") {
  CHECK(read_sound(kElements + "sources Water Fire\nsources Water\n").sources ==
        std::vector<std::uint8_t>{kWater, kFire, kWater});
}

TEST_CASE("An item is an element with a picture, to the end of its last quote") {
  const Ruleset rules = read_anyway(kElements +
                                    "# A small house.\nitem House 1\nWood W Fire f\n\" W \",\n\"W\"W\",\n\"WfWW\",\n\n"
                                    "self 0.5 House 1 Empty\n");
  REQUIRE(rules.elements.size() == 5);
  const Element& house = rules.elements[4];
  CHECK((house.name == "House" && !house.hidden && house.gravity == 0 && house.description == "A small house."));
  REQUIRE(rules.items.size() == 1);
  const Item& item = rules.items[0];
  CHECK((item.element == 4 && item.width == 4 && item.height == 3));
  constexpr std::uint8_t kKeep = kItemKeeps;
  const std::vector<std::uint8_t> picture = {kKeep, kWood, kKeep, kKeep, kWood, kKeep,
                                             kWood, kKeep, kWood, kFire, kWood, kWood};
  CHECK(item.cells == picture);
}

TEST_CASE("A directive right below an item ends its picture and counts") {
  const Ruleset rules = read_sound(kElements + "item Log 0\nWood W\n\"WW\",\nself 0.5 Fire 1 Empty\n");
  CHECK((rules.items.size() == 1 && rules.decays.size() == 1 && rules.elements[4].hidden));
}

TEST_CASE("A later element with the name of an item removes its picture") {
  const Ruleset rules = read_anyway(kElements + "item Log 1\nWood W\n\"WW\"\nelement Log 1 2 3 0 0 0 0 1\n");
  CHECK((rules.items.empty() && rules.elements[4].color == Color{1, 2, 3}));
}

TEST_CASE("Line ends of every kind, tabs and a byte order mark change nothing; a last line without end is read") {
  const std::string text = kElements + "self 0.5 Fire 1 Empty";
  const auto count = [&](const std::string& changed, const std::string& in_front = "") {
    const ConfigResult result = read_config(in_front + kHeader + changed, "test.txt");
    CHECK(result.diagnostics.empty());
    return result.ruleset->rule_count() + result.ruleset->elements.size();
  };
  const auto with = [&](char c, const std::string& by) {
    std::string changed;
    for (char each : text) each == c ? changed += by : changed += each;
    return changed;
  };
  CHECK(count(text) == 5);
  CHECK(count(with('\n', "\r\n")) == 5);
  CHECK(count(with('\n', "\r")) == 5);
  CHECK(count(with(' ', " \t")) == 5);
  CHECK(count(text, "\xEF\xBB\xBF") == 5);
}

TEST_CASE("Long lines are read whole") {
  std::string text = kElements;
  std::string group = "group Many";
  for (int i = 0; i < 200; ++i) {
    text += "element e" + std::to_string(i) + " 0 0 0 0 0 0 0 1\n";
    group += " e" + std::to_string(i);
  }
  CHECK(read_sound(text + group + "\n").groups[1].members.size() == 200);
}

TEST_CASE("The text of a web page is read without its tags") {
  const ConfigResult result = read_config(
      "<html><body><p># File subversion 2<br>element Empty 0 0 0 0 1 0 0 1<br>element <b>Fire</b> 9 9 9 -1 1 0 0 "
      "1</p>\n"
      "self&nbsp;0.1 Fire 1 Empty<BR>nonsense<br>\n</body></html>\n",
      "page.txt");
  REQUIRE(result.ruleset);
  CHECK(result.ruleset->dialect == Dialect::wxsand);
  CHECK(result.ruleset->elements.size() == 2);
  CHECK(result.ruleset->decays.size() == 1);
  REQUIRE(result.diagnostics.size() == 2);
  CHECK((result.diagnostics[0].line == 2 && result.diagnostics[0].column == 31));
}

TEST_CASE("The sand.js forms do not change a wxSand text") {
  const std::string text = kHeader + kElements;
  const Ruleset rules = read_sound(kElements);
  CHECK(config_edit::set_rule(text, rules, 0, 1, 1, 0) == text);
  CHECK(config_edit::leave_undefined_alone(text, rules, 1) == text);
  CHECK(config_edit::set_flag(text, rules, 1, "hidden", true) == text);
  CHECK(config_edit::set_share(text, rules, 1, "glow", 0.5, 0) == text);
  CHECK(config_edit::set_liquid(text, rules, 1, true) == text);
  CHECK(config_edit::add_element(text, "mud", {1, 2, 3}, 0.5) == text);
  CHECK(config_edit::rename_element(text, rules, 1, "flame") == text);
}

}  // namespace repose
