// The function of libFuzzer that custom mutators call (compiler-rt/lib/fuzzer/FuzzerInterface.h).
#pragma once

#include <stddef.h>
#include <stdint.h>

// Mutates `size` bytes in place; returns the new number of bytes, at most `maximum_size`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t maximum_size);
