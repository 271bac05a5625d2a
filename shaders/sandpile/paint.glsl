// Edits of sand; the words are those of src/automata/sandpile/sandpile_world.cpp. Obstacles are not painted here: they push sand
// aside. Which elements may be painted over is no question here.
// Constants from C++: kBlocked, kHeightMax. u_cells (unit 0), u_ground (unit 1): copies of what is under the edit.
#include "common/patch.glsl"

uniform isampler2D u_cells;
uniform sampler2D u_ground;

const int kOpen = 0, kObstacle = 1, kSpring = 2, kSink = 3;

// What stands on a cell after the edit.
int ground_after(ivec2 operation, int ground) {
  if (operation.r == kPaintAir || (operation.r >= kAdd && u_clears == 1)) return kOpen;
  if (operation.r == kPaintFaucet) return kSpring;
  return operation.r == kPaintDrain ? kSink : ground;
}
