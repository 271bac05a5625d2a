// A mesh over the world without stored vertices: instance = row of a strip. A ring of more vertices around it goes down
// to the base, so that the world appears as a block. Inputs: u_surface (unit 2), drawn heights at samples, read
// smoothly; u_extent = the part of it in use; u_mesh = quads; u_world = size in cells; u_samples_per_cell; u_base =
// height of the base; u_view_projection.
#include "view/smooth.glsl"

uniform sampler2D u_surface;
uniform vec2 u_extent;
uniform ivec2 u_mesh;
uniform vec2 u_world;
uniform float u_samples_per_cell;
uniform float u_base;
uniform mat4 u_view_projection;
out vec3 v_place;  // x, height, y in cells
out float v_wall;  // 1 on the sides of the block

void main() {
  ivec2 at = ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) - 1;
  ivec2 inner = clamp(at, ivec2(0), u_mesh);
  vec2 cell = vec2(inner) / vec2(u_mesh) * u_world;
  v_wall = at == inner ? 0.0 : 1.0;
  float height = smooth_at(u_surface, cell * u_samples_per_cell, u_extent).r;
  v_place = vec3(cell.x, at == inner ? height : u_base, cell.y);
  gl_Position = u_view_projection * vec4(v_place, 1.0);
}
