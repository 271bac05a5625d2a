// What the explainers of fields share: how large their windows are, and a part of the world that runs under the
// solver's rules.
#pragma once

#include "repose/explain.hpp"

namespace repose {

template <class FieldWorld>
class FieldExplainer : public Explainer {
 public:
  explicit FieldExplainer(const Ruleset& ruleset) : ruleset_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const final {
    return box_around(cell, kMargin, kMargin, width, height);
  }

 protected:
  FieldWorld field_of(const World& piece, const Solver& solver) const {
    FieldWorld field;
    field.load(ruleset_);
    for (const ParameterInfo& info : solver.parameters())
      field.parameters().set(info.name, solver.parameter(info.name));
    field.take_parameters();
    field.upload(piece);
    return field;
  }

 private:
  // The flow from a neighbour depends on its own neighbours, and springs and faucets pour into these first.
  static constexpr int kMargin = 3;

  Ruleset ruleset_;
};

}  // namespace repose
