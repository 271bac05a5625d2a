// The layout of blocks in textures of rows: row v of the block at (x, y) of the lattice is the texel (x, v * u_band +
// y), with four cells in each layer. After the last row come the words of the block's memory.
uniform int u_band;
