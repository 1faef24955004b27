#include "CxxTagLib.h"
