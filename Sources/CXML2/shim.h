// The headers of libxml2's parser, for Swift.
#ifndef HATPIN_CXML2_SHIM_H
#define HATPIN_CXML2_SHIM_H

// Debian builds libxml2 with ICU, whose headers conflict with those that Foundation has. Hatpin
// converts no encodings, so it needs no declaration that they bring.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>

#endif
