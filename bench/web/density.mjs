// The automaton of sand.js as a plain loop in JavaScript, written by us for comparison: what a page without WebAssembly
// and without a graphics card computes. Every cell looks for its partner and takes its result from a table, as in
// src/automata/density/density.hpp. vectors.mjs compares it with recordings of sand.js.

const wall = 255;
const kinds = 256;

// The density byte of a number from 0 to 1: rounded, halves to even.
function densityByte(number) {
  const scaled = number * 255;
  const floor = Math.floor(scaled);
  const up = scaled - floor > 0.5 || (scaled - floor === 0.5 && floor % 2 === 1);
  return Math.min(255, Math.max(0, floor + (up ? 1 : 0))) || 0;
}

// The table of a config: entry self * 256 + partner is index + 256 * density of the result; 0 for pairs without a rule.
export function readRules(text) {
  const table = new Uint16Array(kinds * kinds);
  const densities = new Uint8Array(kinds);
  const indices = new Map();
  const set = (self, partner, result) => { table[self * kinds + partner] = result + kinds * densities[result]; };
  for (const line of text.split('\n')) {
    const [word, a, b, c, d, e] = line.trim().split(/\s+/);
    if (word === 'cell' && !line.startsWith('#')) {
      const index = indices.size === 0 ? 0 : Math.max(...indices.values()) + 1;
      indices.set(a, index);
      densities[index] = densityByte(parseFloat(e));
      set(index, index, index);
    } else if (word === 'rule') {
      const [self, partner, first, second] = [a, b, c, d].map((name) => indices.get(name));
      set(self, partner, first);
      set(partner, self, second);
    }
  }
  return { table, densities };
}

// A world of width * height cells, row 0 at the top. Around each row of densities are two more at both ends, which repeat
// the outermost ones.
export class PlainWorld {
  constructor(rules, width, height, cells, densities) {
    this.rules = rules;
    this.width = width;
    this.height = height;
    this.stride = width + 4;
    this.front = this.make();
    this.back = this.make();
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const i = y * width + x;
        this.front.index[y * this.stride + x + 2] = cells[i];
        this.front.density[y * this.stride + x + 2] = densities ? densities[i] : rules.densities[cells[i]];
      }
    }
    this.repeatEnds(this.front.density);
  }

  make() {
    const count = this.stride * this.height;
    return { index: new Uint8Array(count), density: new Uint8Array(count) };
  }

  repeatEnds(density) {
    const { stride, height, width } = this;
    for (let row = 0; row < stride * height; row += stride) {
      density[row] = density[row + 1] = density[row + 2];
      density[row + width + 2] = density[row + width + 3] = density[row + width + 1];
    }
  }

  // One step; side: -1 prefers the left, +1 the right.
  step(side) {
    const { stride, height } = this;
    for (let y = 0; y < height; ++y) {
      const row = y * stride;
      const up = Math.max(y - 1, 0) * stride, up2 = Math.max(y - 2, 0) * stride;
      const down = Math.min(y + 1, height - 1) * stride, down2 = Math.min(y + 2, height - 1) * stride;
      this.stepRow(side, { row, up, up2, down, down2 }, y > 0, y < height - 1);
    }
    [this.front, this.back] = [this.back, this.front];
    this.repeatEnds(this.front.density);
  }

  stepRow(side, { row, up, up2, down, down2 }, hasUp, hasDown) {
    const { table } = this.rules;
    const { index, density: d } = this.front;
    const { index: newIndex, density: newDensity } = this.back;
    for (let x = 2, end = this.width + 2; x < end; ++x) {
      const at = row + x;
      const c = d[at], above = d[up + x], dn = d[down + x], dd = d[down + x + side];
      let partner = at;
      if (hasDown && dn < c && above <= c &&
          (d[down2 + x] < dn || dn <= d[down2 + x + side] || dd > d[down2 + x + side])) {
        partner = down + x;
      } else if (hasDown && dd < c && dn >= c && c < wall && d[at + side] <= dd &&
          (dd <= d[down2 + x + side] || d[at + side] > d[down2 + x + side]) &&
          (dd <= d[down2 + x + 2 * side] || d[down + x + 2 * side] > d[down2 + x + 2 * side])) {
        partner = down + x + side;
      } else if (hasUp && above > c && d[up2 + x] <= above) {
        partner = up + x;
      } else if (hasUp && d[up + x - side] > c && d[up + x - side] < wall && d[at - side] >= d[up + x - side]) {
        partner = up + x - side;
      }
      if (partner === at) {
        newIndex[at] = index[at];
        newDensity[at] = c;
      } else {
        const result = table[index[at] * kinds + index[partner]];
        newIndex[at] = result & 255;
        newDensity[at] = result >> 8;
      }
    }
  }

  // The plane 'index' or 'density' without the ends of its rows.
  plane(name) {
    const plane = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; ++y) {
      const row = y * this.stride + 2;
      plane.set(this.front[name].subarray(row, row + this.width), y * this.width);
    }
    return plane;
  }
}
