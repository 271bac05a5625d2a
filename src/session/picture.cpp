#include "repose/picture.hpp"
