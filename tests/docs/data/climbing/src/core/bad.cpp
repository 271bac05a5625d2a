#include <SDL.h>
#include "near.hpp"
#include "repose/session.hpp"
#include "repose/world.hpp"
