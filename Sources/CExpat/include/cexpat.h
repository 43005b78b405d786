// Expat, the XML parser, for Swift.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

/// A parser of UTF-8, whatever encoding a document names, that reads no other file and no parameter
/// entity. NULL when out of memory.
XML_Parser cexpat_new(void);

#endif
