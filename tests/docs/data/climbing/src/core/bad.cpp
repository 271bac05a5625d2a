#include "repose/session.hpp"
#include <SDL.h>
#include "repose/world.hpp"
#include "near.hpp"
