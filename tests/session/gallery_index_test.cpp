// The index of a gallery: what is written is read again, and nothing else is.
#include "session/gallery_index.hpp"

#include "support.hpp"

namespace repose::test {

namespace {

const std::vector<GalleryEntry> kEntries = {
    {"castle.png", "Fortress \"at night\"", "Repose 1.0", 640, 400, 1250, 90'000, 0xfedcba9876543210u, "", "", 0, 0},
    {"rain.replay", "A thirsty basin", "Repose 1.0", 320, 200, 112, 9215, 1, "A thirsty basin", "gold", 1368, 1}};

std::string why_not(std::string_view text) {
  std::vector<GalleryEntry> entries = kEntries;
  const Status status = decode_gallery_index(text, "index.json", entries);
  CHECK(status.ok() == (status.message().empty()));
  if (!status) CHECK(entries == kEntries);
  return status.message();
}

std::string with(std::string text, std::string_view old, std::string_view fresh) {
  const std::size_t at = text.find(old);
  REQUIRE(at != text.npos);
  return text.replace(at, old.size(), fresh);
}

}  // namespace

TEST_CASE("the index of a gallery is read as it was written") {
  std::vector<GalleryEntry> read;
  REQUIRE(decode_gallery_index(encode_gallery_index(kEntries), "index.json", read));
  CHECK(read == kEntries);
  REQUIRE(decode_gallery_index(encode_gallery_index({}), "index.json", read));
  CHECK(read.empty());
}

TEST_CASE("an index that names files elsewhere, or is damaged, is refused with a sentence") {
  const std::string text = encode_gallery_index(kEntries);
  for (const std::string_view name : {"../castle.png", "/etc/castle.png", "a\\\\b.png", "c:castle.png", ".castle.png",
                                      "castle.exe", "castle\\u0000.png", "castle\\n.png", ""}) {
    INFO(name);
    CHECK(why_not(with(text, "castle.png", name)).find("is not the name of a picture or a replay") !=
          std::string::npos);
  }
  CHECK(why_not(with(text, "\"format\": 1", "\"format\": 2")) ==
        "index.json is no index of a gallery: this version does not support its format.");
  CHECK(why_not(with(text, "640", "1e99")) == "index.json is no index of a gallery: it is damaged.");
  CHECK(why_not(with(text, "640", "0")) == "index.json is no index of a gallery: a world has no possible size.");
  CHECK(why_not(with(text, "fedcba9876543210", "fedc")).find("16 hex digits") != std::string::npos);
  CHECK(why_not(with(text, "\"entries\"", "\"entrees\"")) != "");
  std::string many = "{\"format\": 1, \"entries\": [0";
  for (std::size_t i = 0; i < kGalleryEntriesMax; ++i) many += ",0";
  CHECK(why_not(many + "]}").find("more than 2000 entries") != std::string::npos);
  CHECK(why_not("") != "");
  CHECK(why_not("[]") != "");
  for (std::size_t length = 0; length + 2 < text.size(); length += 7) CHECK(why_not(text.substr(0, length)) != "");
}

}  // namespace repose::test
