/* To be preloaded: traps invalid operations, divisions by zero and overflow in the whole program, as careful hosts do. */
#define _GNU_SOURCE
#include <fenv.h>

__attribute__((constructor)) static void trap(void) { feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }
