// libpsl as Swift can see it.
#ifndef HATPIN_CPUBLICSUFFIX_SHIM_H
#define HATPIN_CPUBLICSUFFIX_SHIM_H

#include <libpsl.h>

#endif
