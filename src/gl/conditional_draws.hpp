// Draws that the GPU leaves out if an earlier query has found nothing, without a wait of the processor.
#pragma once

#include "gl/gl.hpp"

namespace repose {

// While this object exists. OpenGL ES has no such draws: there all of them are done, so they must change nothing where
// the query has found nothing.
class ConditionalDraws {
 public:
  explicit ConditionalDraws(GLuint query) {
    if (!is_gl_es()) glBeginConditionalRender(query, GL_QUERY_WAIT);
  }
  ~ConditionalDraws() {
    if (!is_gl_es()) glEndConditionalRender();
  }
  ConditionalDraws(const ConditionalDraws&) = delete;
  ConditionalDraws& operator=(const ConditionalDraws&) = delete;
};

}  // namespace repose
