// Expat set up for documents from anywhere.
#include "cexpat.h"

XML_Parser cexpat_new(void) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (parser != NULL) XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER);
  return parser;
}
