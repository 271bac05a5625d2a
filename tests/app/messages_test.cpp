// The messages of the status bar, and the list of all of them.
#include "app/widgets/widgets.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE_METHOD(Driver, "a long message ends at a word, and a click shows all messages") {
  const std::string text =
      "This sentence is far too long for the status bar of a window of 1280 points, because the figures at the right "
      "and the element under the mouse need their places too, so its end cannot be there.";
  desk().messages.say("First.");
  desk().messages.say(text, Tone::warning);
  desk().messages.say(text, Tone::warning);
  frames(2);
  const std::string shown = words_that_fit(text, 400);
  REQUIRE(shown.size() < text.size());
  REQUIRE(shown.ends_with("..."));
  CHECK(text[shown.size() - 3] == ' ');  // nothing is cut within a word
  CHECK(words_that_fit("short", 400) == "short");
  CHECK(desk().messages.all()[0].text == text);
  CHECK(desk().messages.all()[1].text == "First.");
  click("status");
  CHECK(desk().dialogs->message_log.is_open());
  click("messages/close");
  CHECK_FALSE(desk().dialogs->message_log.is_open());
}

TEST_CASE_METHOD(Driver, "the list of messages keeps the newest hundred") {
  for (int i = 0; i < 250; ++i) desk().messages.say(std::to_string(i));
  CHECK(desk().messages.all().size() == Messages::kKeptMax);
  CHECK(desk().messages.all().front().text == "249");
}
