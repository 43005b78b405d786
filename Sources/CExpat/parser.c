// Expat set up for documents from anywhere.
#include "cexpat.h"

XML_Parser cexpat_new(void) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (parser != NULL) XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER);
  return parser;
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

long long cexpat_line(XML_Parser parser) { return (long long)XML_GetCurrentLineNumber(parser); }

long long cexpat_column(XML_Parser parser) { return (long long)XML_GetCurrentColumnNumber(parser); }

long long cexpat_place(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
