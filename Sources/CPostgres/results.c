// The contents of a result.
#include <stdlib.h>

#include "library.h"

int cpostgres_succeeded(const struct pg_result *result) {
  ExecStatusType status = pq->PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

const char *cpostgres_failure(const struct pg_result *result, int field) {
  return pq->PQresultErrorField(result, field);
}

int cpostgres_row_count(const struct pg_result *result) { return pq->PQntuples(result); }

int64_t cpostgres_changed(struct pg_result *result) {
  return strtoll(pq->PQcmdTuples(result), NULL, 10);
}

uint32_t cpostgres_column_type(const struct pg_result *result, int column) {
  return pq->PQftype(result, column);
}

const uint8_t *cpostgres_value(const struct pg_result *result, int row, int column, int *length) {
  if (pq->PQgetisnull(result, row, column)) return NULL;
  *length = pq->PQgetlength(result, row, column);
  return (const uint8_t *)pq->PQgetvalue(result, row, column);
}

void cpostgres_free(struct pg_result *result) { pq->PQclear(result); }
