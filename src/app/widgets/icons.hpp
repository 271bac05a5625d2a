// Icons drawn with lines and triangles, so that they are sharp at every scale and need no font.
#pragma once

#include <imgui.h>

namespace repose {

enum class Icon : unsigned char {
  play,
  pause,
  step,
  step_back,
  rewind,
  undo,
  redo,
  plus,
  minus,
  reset,
  clear,
  round_brush,
  square_brush,
  folder,
  file,
  up,
  home,
  warning,
  error,
  note,
  cross,
  menu,
  more,  // to what is inside
  back,
  record,
  stop,
  film,
  speaker,
  muted_speaker,
  // tools
  brush,
  line,
  rectangle,
  outline,
  fill,
  pick,
  select,
  stamp,
  pen,
  inspect,
  blow,
  body,
  sign,
  // what hands do to the world
  hourglass,
  turn_right,
  shake,
  // what tools paint over
  over_everything,
  over_empty,
  over_same,
  no_mirror,
  mirror_left_right,
  mirror_up_down,
  mirror_both
};

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour);

}  // namespace repose
