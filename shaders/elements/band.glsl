// How blocks lie in textures of rows: the row v of the block in place (x, y) is the texel (x, v * u_band + y), its
// cells four to a layer. Behind the last row come words of the block's own.
uniform int u_band;
