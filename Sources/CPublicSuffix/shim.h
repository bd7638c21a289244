// libpsl and libidn2, which libpsl uses itself, as Swift can see them.
#ifndef HATPIN_CPUBLICSUFFIX_SHIM_H
#define HATPIN_CPUBLICSUFFIX_SHIM_H

#include <idn2.h>
#include <libpsl.h>

#endif
