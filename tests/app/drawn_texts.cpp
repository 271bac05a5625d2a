#include "drawn_texts.hpp"

#include <imgui_internal.h>

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "app/widgets/theme.hpp"

namespace repose::test {

namespace {

struct Glyph {
  const ImFont* font = nullptr;
  const ImFontGlyph* glyph = nullptr;
};

// By their upper left corner in the atlas.
std::map<std::pair<float, float>, Glyph> glyphs_of_atlas() {
  std::map<std::pair<float, float>, Glyph> all;
  for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      if (glyph.Visible) all[{glyph.U0, glyph.V0}] = {font, &glyph};
    }
  }
  return all;
}

// A piece of text that grows with each glyph.
struct Piece {
  DrawnText drawn;
  const ImFont* font = nullptr;
  float base = 0, end = 0;  // the height of the line, and where the next glyph is if it follows without a blank
};

}  // namespace

std::vector<DrawnText> drawn_texts() {
  std::vector<DrawnText> all;
  const ImDrawData* const data = ImGui::GetDrawData();
  if (data == nullptr) return all;
  const auto glyphs = glyphs_of_atlas();
  std::optional<Piece> piece;
  const auto finish = [&] {
    if (piece) all.push_back(piece->drawn);
    piece.reset();
  };
  for (int n = 0; n < data->CmdListsCount; ++n) {
    const ImDrawList& list = *data->CmdLists[n];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr || command.TextureId != ImGui::GetIO().Fonts->TexID) continue;
      for (unsigned i = 0; i + 6 <= command.ElemCount; i += 3) {
        const ImDrawIdx* const index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const auto vertex = [&](int corner) -> const ImDrawVert& {
          return list.VtxBuffer[static_cast<int>(command.VtxOffset + index[corner])];
        };
        const ImDrawVert &low = vertex(0), &high = vertex(2);
        const auto found = glyphs.find({low.uv.x, low.uv.y});
        if (found == glyphs.end() || high.uv.x <= low.uv.x || high.uv.y <= low.uv.y) continue;
        i += 3;  // both triangles
        const ImFontGlyph& glyph = *found->second.glyph;
        const float scale = (high.pos.x - low.pos.x) / (glyph.X1 - glyph.X0), base = low.pos.y - glyph.Y0 * scale,
                    start = low.pos.x - glyph.X0 * scale;
        const float blank = found->second.font->FallbackAdvanceX * scale * 0.1f + 1,
                    size = found->second.font->FontSize;
        const bool goes_on = piece && piece->font == found->second.font && std::abs(base - piece->base) < 1.5f &&
                             start > piece->end - 2 && start < piece->end + size * scale;
        if (!goes_on) {
          finish();
          piece.emplace();
          piece->font = found->second.font;
          piece->base = base;
          piece->drawn.box = {low.pos.x, low.pos.y, high.pos.x, high.pos.y};
          piece->drawn.is_mono = piece->font == mono_font();
        } else if (start > piece->end + blank) {
          piece->drawn.text += ' ';
        }
        char bytes[5];
        piece->drawn.text += ImTextCharToUtf8(bytes, glyph.Codepoint);
        piece->end = start + glyph.AdvanceX * scale;
        piece->drawn.box.y = std::min(piece->drawn.box.y, low.pos.y);
        piece->drawn.box.z = high.pos.x;
        piece->drawn.box.w = std::max(piece->drawn.box.w, high.pos.y);
        const ImVec4& clip = command.ClipRect;
        const bool in_line = low.pos.y < clip.w && high.pos.y > clip.y;
        if (in_line && (low.pos.x < clip.x - 1 || high.pos.x > clip.z + 1)) piece->drawn.is_cut = true;
      }
    }
    finish();
  }
  return all;
}

}  // namespace repose::test
