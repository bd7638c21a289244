// The headers of libpsl and of libidn2, which libpsl itself uses, for Swift.
#ifndef HATPIN_CPUBLICSUFFIX_SHIM_H
#define HATPIN_CPUBLICSUFFIX_SHIM_H

#include <idn2.h>
#include <libpsl.h>

#endif
