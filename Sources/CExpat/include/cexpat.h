// Expat, the XML parser, for Swift.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

/// A parser of UTF-8, whatever encoding a document names, that reads no other file and no parameter
/// entity. NULL when out of memory.
XML_Parser cexpat_new(void);

/// Line and column, from 1 and 0, and the byte where the parser is. Expat 2.7 marks its functions of these
/// names as deprecated and older releases know no others.
long long cexpat_line(XML_Parser parser);
long long cexpat_column(XML_Parser parser);
long long cexpat_place(XML_Parser parser);

#endif
