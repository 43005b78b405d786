// The functions of libpq that are used, as pointers that `cpostgres_load` fills.
#ifndef CPOSTGRES_LIBRARY_H
#define CPOSTGRES_LIBRARY_H

#include <postgresql/libpq-fe.h>

#include "cpostgres.h"

#define POSTGRES_FUNCTIONS(X) \
  X(PQbackendPID)             \
  X(PQclear)                  \
  X(PQcmdTuples)              \
  X(PQconnectPoll)            \
  X(PQconnectStartParams)     \
  X(PQconninfoFree)           \
  X(PQconninfoParse)          \
  X(PQconsumeInput)           \
  X(PQerrorMessage)           \
  X(PQfinish)                 \
  X(PQflush)                  \
  X(PQfreemem)                \
  X(PQftype)                  \
  X(PQgetResult)              \
  X(PQgetisnull)              \
  X(PQgetlength)              \
  X(PQgetvalue)               \
  X(PQisBusy)                 \
  X(PQnotifies)               \
  X(PQntuples)                \
  X(PQresultErrorField)       \
  X(PQresultStatus)           \
  X(PQsendPrepare)            \
  X(PQsendQuery)              \
  X(PQsendQueryPrepared)      \
  X(PQserverVersion)          \
  X(PQsetErrorVerbosity)      \
  X(PQsetNoticeReceiver)      \
  X(PQsetnonblocking)         \
  X(PQsocket)                 \
  X(PQstatus)                 \
  X(PQtransactionStatus)

#define DECLARE(name) __typeof__(&name) name;
struct cpostgres_library {
  POSTGRES_FUNCTIONS(DECLARE)
};
#undef DECLARE

extern struct cpostgres_library cpostgres_library;
#define pq (&cpostgres_library)

#endif
