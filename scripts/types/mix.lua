---@meta mix
-- What scripts find in `mix`, for editors (lua-language-server and others).
-- Generated from the registrations by `mixhost types --write`; change those instead.
-- luacheck: ignore

---An error: the second result of what may fail, or what pcall gives.
---@class mix.Error
---@field kind string a short word to branch on: usage, denied, timeout, parse, io, …
---@field message string what was wrong, where, and what to do
---@field retryable boolean whether the same call may go through later
---@field traceback string where it was raised, one frame on each line; empty when returned
---@field status? integer the HTTP status, where one came
---@field url? string the address that was asked
---@field path? string the file that it is about
---@field line? integer the line of a text or file, from 1
---@field column? integer the column, from 1
---@field offset? integer the byte of a text, from 0
---@field field? string the field of a rule file

---A script's declaration of its command line.
---@class mix.ArgsSpec
---@field name? string as messages call the script (default: its file's name)
---@field summary? string what it does, in one line
---@field options? mix.ArgsItem[] options, given as --name value
---@field positional? mix.ArgsItem[] arguments, given by position
---@field examples? string[] command lines for --help

---One option or positional argument.
---@class mix.ArgsItem
---@field [1]? string the name, such as "top"
---@field name? string the name, where it is not the first element
---@field type? "flag"|"string"|"integer"|"number"|"duration"|"size"|"url"|"path"|"choice" a flag takes no value; a path is granted for this run (default string)
---@field help? string one line for --help
---@field default? any the value when it is not given; texts as on the command line
---@field min? number the smallest number, seconds or bytes allowed
---@field max? number the largest
---@field choices? string[] what a choice may be
---@field access? "read"|"write" what is granted for a path (default read)
---@field optional? boolean whether a positional argument may be missing
---@field many? boolean whether it takes all that follow, as a list
---@field placeholder? string what --help calls its value

---A log-in, without its secrets.
---@class mix.AuthAccount
---@field provider string the service's name
---@field title string the service as people call it
---@field signed_in boolean whether there is a log-in that has not ended
---@field account? string the user, as the service calls them
---@field scopes string[] what was granted
---@field expires_at? number when the token expires, in seconds since 1970
---@field since? number when the user signed in
---@field ends_at? number when the log-in itself ends, where that is known
---@field ended? string why it has ended
---@field waiting boolean whether a log-in of this process waits for its user
---@field address? string where the user signs in, while one waits

---A service to sign in to: what services/NAME/sign_in.lua returns.
---@class mix.AuthProvider
---@field name? string how commands call it; a file's is its own name
---@field title? string how people call it (default: the name)
---@field authorize? string the authorization endpoint, https
---@field token string the token endpoint, https
---@field device? string the device authorization endpoint (RFC 8628)
---@field revoke? string where tokens are revoked (RFC 7009)
---@field issuer? string the issuer's identifier (RFC 9207)
---@field names_issuer? boolean whether each answer must name the issuer (default false)
---@field client_id? string the client's identifier at the service
---@field client_id_setting? string the setting that holds it, such as music.client_id; in files only, as all …_setting
---@field client_secret? string of a confidential client
---@field client_secret_setting? string the setting that holds it
---@field redirect? string where the browser is sent at the end (default: port 8765)
---@field redirect_setting? string the setting that holds it
---@field any_port? boolean whether any port of a loopback address will do
---@field register? string where a user without a client id gets one
---@field scopes? string[][] pairs of a scope and what it is needed for
---@field parameters? table<string, string> further ones of the authorization request
---@field lifetime? integer how many seconds a log-in can be refreshed
---@field profile? mix.AuthProfile where the user's name is found

---The place of the user's name.
---@class mix.AuthProfile
---@field url string the address that is asked
---@field names? string[] the fields of its answer, the first that is there counts

---The facts of a kept value.
---@class mix.CacheInfo
---@field expired boolean whether its time is over
---@field age number how long ago it was kept, in seconds

---Counts of the cache.
---@class mix.CacheCounters
---@field entries integer entries on disk, answers included
---@field bytes integer their size
---@field memory_entries integer values in memory
---@field memory_bytes integer their size
---@field memory_hits integer reads that memory answered
---@field disk_hits integer reads that the disk answered
---@field misses integer reads that found nothing

---An address; its secret part is not kept.
---@class mix.ConnectedAddress
---@field id string its identifier, by which it is revoked
---@field program string the program that answers
---@field subject string what it answers about
---@field title string the same for people
---@field made number when it was made, in seconds since 1970

---A proof key for code exchange.
---@class mix.CryptoPkce
---@field verifier string secret: for the exchange
---@field challenge string for the authorization request
---@field method string S256

---The form of a CSV text.
---@class mix.CsvReport
---@field columns string[] the columns' names; empty without a header
---@field delimiter string what separated the fields
---@field ragged integer[] the rows with more or fewer fields than the first
---@field extra mix.CsvExtra[] the fields that had no column

---Fields without a column.
---@class mix.CsvExtra
---@field row integer which row, from 1
---@field fields string[] what stood there

---A setting of mixhost.
---@class mix.EnvSetting
---@field name string such as http.concurrency
---@field doc string what it is for, in one line
---@field kind string string, int, bool, duration, url, bytes, choice or list
---@field expected string what its texts must look like, in words
---@field choices? string[] what a choice or a list is made from
---@field default? string as a user would write it
---@field secret boolean whether its value is never shown
---@field value? string as it was written; *** for a secret one; nil: not set
---@field source? string as mix.env.source returns it
---@field problem? string what is wrong with its value
---@field program? string the program whose manifest declares it; nil: mixhost itself

---An invariant that changed a state.
---@class mix.FilterFiring
---@field name string its name
---@field doc? string why, in one line
---@field changes table<string, string|false> what it set; false: no value

---The table that a rule file of the kind `filters` returns.
---@class mix.FilterRule
---@field kind "filters" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field fields mix.FilterField[] what may be chosen
---@field invariants? mix.FilterInvariant[] what must change where, applied in this order
---@field always? mix.FilterStatement[] what holds of every state; mixhost rules check goes through all of them

---A field of a filter.
---@class mix.FilterField
---@field name string letters, digits and _
---@field keys? string[] other names that may be written for it
---@field values? string[] the values that are known; may be left out of an open field
---@field aliases? table<string, string> other words for values
---@field open? boolean whether it takes other values as well (default false)
---@field default? string its value to begin with (default: none)
---@field filter? boolean whether it narrows the view when it is not at its default
---@field doc? string what it is, in one line

---A change that must follow.
---@class mix.FilterInvariant
---@field name string as reports name it
---@field doc? string why, in one line; shown to whom it changes the filter
---@field when fun(state: table<string, string>): boolean? whether it applies to a state
---@field set table<string, string|false>|fun(state: table<string, string>): table the values that it sets, false for none; or a function that gives them

---A statement about every state.
---@class mix.FilterStatement
---@field name string as reports name it
---@field holds fun(state: table<string, string>): boolean? whether it holds of a state

---The facts of a file.
---@class mix.FsInfo
---@field size integer bytes
---@field modified number when it was changed, in seconds since 1970
---@field type "file"|"folder"|"other" other: a pipe, a device or a socket
---@field real string its path from the root on, without links
---@field writable boolean whether this user may write it
---@field own boolean whether it is this user's, or this user is root

---A grid's message to its observers.
---@class mix.GridChange
---@field event "changed"|"cancelled" cancelled: a load was given up, for another filter or with its caller
---@field state string the grid's state
---@field count integer how many items can be shown
---@field filter any the filter; of a load that was given up its own
---@field error? mix.Error why the last page is not there

---The facts of this run.
---@class mix.HostRun
---@field version string the release of mixhost, such as 0.3.0
---@field offline boolean whether no upstream is asked
---@field mock boolean whether the upstreams are those of --mock, where log-ins follow themselves

---A folder of mixhost's own.
---@class mix.HostFolder
---@field name "data"|"cache"|"config"|"state" what it is for
---@field path string where it is
---@field exists boolean whether it is there; it is made with its first file
---@field problem? string why no file can be written there; nil: it can
---@field free? integer bytes that are left on its disk, where the system says

---The file of works, jobs and programs' records.
---@class mix.HostDataFile
---@field path string where it is
---@field exists boolean whether it is there; it is made with the first work or job
---@field bytes integer its size, the log's included
---@field problem? string why it cannot be read or written; nil: it can

---The file of kept answers and values.
---@class mix.HostCacheFile
---@field path string where it is
---@field bytes integer its size, the log's included; 0 when there is none yet
---@field max_bytes integer the setting cache.max_bytes, above which old entries go

---The server that a fleet shares.
---@class mix.HostStore
---@field address string where it is, without a password
---@field problem? string why it cannot be used, and what to do; nil: it can
---@field reached? number seconds that connecting took; nil: it was not reached
---@field version? string the version of PostgreSQL
---@field schema? string where its tables are
---@field state "missing"|"older"|"current"|nil whose tables they are; what is missing or older is made by the next host that uses it
---@field round_trip? number seconds of one round trip
---@field clock_ahead? number seconds that this host's clock is ahead of the server's
---@field tables mix.HostStoreTable[] the tables, the largest first
---@field refreshers? string the host that runs refreshers; nil: none does

---A table of a fleet's store.
---@class mix.HostStoreTable
---@field name string its name
---@field rows integer how many rows it has, as the server estimates
---@field bytes integer its size with its indexes

---A program that this mixhost knows.
---@class mix.HostProgram
---@field name string such as chart
---@field command string the word after mixhost that runs it
---@field summary string what it does, in one line
---@field folder string where its manifest is
---@field bundled boolean whether it comes with mixhost
---@field wants string[] what it may do, one line each
---@field missing string[] what of it the user has not accepted; it does not run so long
---@field settings string[] the names of its settings
---@field upstreams mix.HostService[] the services that it asks
---@field refreshers string[] the sources it fetches regularly
---@field screens string[] its screens, such as chart/charts
---@field connected boolean whether it answers other programs, by its connected.lua

---A service of a program.
---@class mix.HostService
---@field name string as mix.http.service takes it
---@field base string its address; for one of the user's own, a stand-in

---A manifest that does not count.
---@class mix.HostProgramProblem
---@field path string its file
---@field message string what is wrong with it

---An answer.
---@class mix.HttpResponse
---@field ok boolean whether the status is 200 to 299
---@field status integer the HTTP status, 100 to 599
---@field headers table<string, string> by name in lower case; repeated fields are joined by ", "
---@field body string the decoded bytes
---@field url string the address that answered, after redirects
---@field source "live"|"cache"|"stale" the network, the cache, or an expired copy
---@field age number how old it is, in seconds
---@field shared? true the transfer of another, identical request has brought it (within 500 ms)

---The client's counts since the start.
---@class mix.HttpCounters
---@field requests integer requests that scripts made
---@field sent integer transfers over the network, retries included
---@field cache_hits integer answers from the cache
---@field stale_hits integer expired answers that were served
---@field shared integer requests that another one's transfer answered
---@field retries integer further tries
---@field failures integer requests that ended with an error
---@field bytes integer bytes received, decoded
---@field in_flight integer transfers that run now
---@field max_in_flight integer the most that ran at once

---A request that waits for its upstream.
---@class mix.HttpWait
---@field url string its address
---@field upstream string|nil the host or named client that makes it wait
---@field why "rate"|"paused"|"retry" its rate limit, a pause it asked for, or the time before the next try
---@field reason string in words, such as status 429
---@field until number when it ends, in seconds since 1970
---@field seconds number how long it still waits

---The result of a download.
---@class mix.HttpDownload
---@field ok boolean whether the file is there
---@field status integer the HTTP status; 200 or 206 when the file is there
---@field path string the file, as it was named
---@field bytes integer its size
---@field kept integer bytes of it that an earlier run had brought
---@field url string the address that answered, after redirects
---@field body string what the server says of a failure

---The state of an upstream.
---@class mix.HttpUpstream
---@field name string the host or named client that its limit is counted for
---@field rate? string the declared limit, such as 20/min; nil: none
---@field per_second? number requests a second that it takes: fewer after refusals
---@field share? number that as a share of the declared limit, above 0, at most 1
---@field paused_until? number the end of a pause that it asked for, seconds since 1970
---@field circuit_until? number when a host that could not be reached is asked again, seconds since 1970; of this run alone
---@field failure? mix.HttpFailure how a request to its host last failed

---How a request to a host last failed, in this or an earlier run.
---@class mix.HttpFailure
---@field time number when, in seconds since 1970; to within 5 s
---@field kind string as the kind of an error of mix.http, or "http" for a status
---@field status? integer the status of the answer, where one came
---@field text string what happened

---The declaration of a service in the programs' manifests.
---@class mix.HttpService
---@field base string its address, without a slash at the end
---@field rate? string the declared limit, such as 20/min; nil: none
---@field concurrency? integer requests in flight at once; nil: as for any host
---@field rate_limit_statuses integer[] statuses that mean "too many requests", besides 429

---The requests to a host within a minute.
---@class mix.HttpMinute
---@field host string whom
---@field start integer when the minute began, in seconds since 1970
---@field sent integer requests that were sent
---@field failed integer those of them that failed

---Changes of the retry table; what is left out stays as it is.
---@class mix.JobsRetry
---@field throttled? number[] seconds to wait after each answer "too many requests"
---@field unavailable_wait? number seconds to wait for a service that is down
---@field unavailable_times? integer how often that is tried
---@field timeouts? integer tries of a request that times out
---@field attempts? integer tries of an item that has other trouble
---@field patience? number seconds of a pause that an item waits for

---A row of the left table, and what shares keys with it.
---@class mix.LinkQuery
---@field row integer its number, from 1
---@field record string as it was added
---@field gold? string as it was added
---@field candidates mix.LinkCandidate[] the best first

---A row that shares keys with another.
---@class mix.LinkCandidate
---@field row integer its number, from 1
---@field weight number how much the shared keys say: the rarer they are, the more
---@field record string as it was added
---@field gold? string as it was added

---The decision about a pair of rows.
---@class mix.LinkDecision
---@field left integer the row of the left table
---@field right integer the row of the right table, or an earlier one of the left
---@field score number by the rules
---@field state string matched or uncertain; confirmed or refused by the user; alternative: what would match if the row had no better one
---@field reason? string in words

---How far a comparison has come.
---@class mix.LinkProgress
---@field row integer the last row that was compared
---@field pairs integer how many pairs were compared, from the first row on
---@field covered integer how many of them have one gold value
---@field problems mix.LinkProblem[] the pairs of these rows on which a rule raised; they are left out

---A pair on which a rule raised.
---@class mix.LinkProblem
---@field left integer the row of the left table
---@field right integer the other row
---@field message string what it raised

---A row on which a blocking rule raised.
---@class mix.LinkUnkeyed
---@field row integer its number
---@field message string what it raised

---An uncertain pair of rows, with both.
---@class mix.LinkDoubt
---@field left integer the row of the left table
---@field right integer the other row
---@field score number by the rules
---@field reason string in words
---@field left_record string as it was added
---@field right_record string as it was added

---A row of the left table with its link.
---@class mix.LinkResult
---@field row integer its number, from 1
---@field record string as it was added
---@field other? integer the row it is linked to, or the first row of its cluster
---@field other_record? string the row it is linked to
---@field score? number by the rules

---The rules' decision.
---@class mix.MatchDecision
---@field decision "matched"|"uncertain"|"none" whether the candidate is the one
---@field reason string why, in words
---@field score number the candidate's score; 0 without one
---@field probability? number how likely it is the one, 0 to 1, by the rules' calibration
---@field rarity? mix.MatchRarity how common it is what both agree on
---@field index? integer its place among the candidates, from 1
---@field candidate? table the candidate itself
---@field breakdown? mix.MatchEvidence[] what made the score, the most first
---@field runner_up? mix.MatchRival the next other work

---How common it is what two records agree on.
---@class mix.MatchRarity
---@field term string what they agree on
---@field rows integer how many rows have it
---@field total integer how many rows there are
---@field factor number what the odds are multiplied by

---The next other work.
---@class mix.MatchRival
---@field index integer its place among the candidates, from 1
---@field score number its score

---The part of one feature in a score.
---@class mix.MatchEvidence
---@field feature string the feature's name
---@field weight? number its weight
---@field penalty? number its penalty
---@field value number what it found, 0 to 1
---@field contribution number its part of the score; below 0 for penalties
---@field note? string what it says

---A decision with all that led to it.
---@class mix.MatchExplanation
---@field decision "matched"|"uncertain"|"none" whether the candidate is the one
---@field reason string why, in words
---@field score number the candidate's score; 0 without one
---@field probability? number how likely it is the one, 0 to 1, by the rules' calibration
---@field rarity? mix.MatchRarity how common it is what both agree on
---@field index? integer its place among the candidates, from 1
---@field candidate? table the candidate itself
---@field breakdown? mix.MatchEvidence[] what made the score, the most first
---@field runner_up? mix.MatchRival the next other work
---@field candidates mix.MatchCandidate[] all, in the source's order
---@field versus? mix.MatchLead the candidate against the next

---How a candidate did.
---@class mix.MatchCandidate
---@field index integer its place in the source's order, from 1
---@field rank? integer its place by score, from 1; nil when it was refused
---@field score number its score
---@field probability? number how likely it is the one, by the rules' calibration
---@field rarity? mix.MatchRarity how common it is what both agree on
---@field refused boolean whether a gate refused it
---@field candidate table the candidate itself
---@field gates mix.MatchGateResult[] every gate
---@field breakdown mix.MatchEvidence[] what made the score, the most first

---A gate's verdict.
---@class mix.MatchGateResult
---@field name string the gate's name
---@field passed? boolean nil when it was not evaluated
---@field note? string the reason of a refusal
---@field doc? string what it asks for

---Why the first candidate is ahead of another.
---@class mix.MatchLead
---@field index integer the other's place, from 1
---@field score number its score
---@field difference number how far it is behind
---@field decided_by string score, order, or the field that broke the tie
---@field features mix.MatchDifference[] what made the lead, the most first

---The part of a feature in a lead.
---@class mix.MatchDifference
---@field feature string the feature's name
---@field difference number its part of the lead

---The rules' own description.
---@class mix.MatchDescription
---@field doc? string what they do
---@field accept number the score from which a candidate is matched
---@field review number the score from which it is uncertain
---@field margin number how far the best must be ahead
---@field combine "mean"|"sum"|"odds" how features become a score
---@field prior number with odds: the log odds before anything is compared
---@field pick "best"|"first" which candidate is taken
---@field features table[] {name, doc, weight or penalty}
---@field gates table[] {name, doc}
---@field calibration? table {source, pairs, refused, points, accept, review}: what scores are worth, and of the two thresholds
---@field fields mix.MatchFields the fields that they read

---Two records, and whether they are the same.
---@class mix.MatchPair
---@field left table as a query
---@field right table as a candidate
---@field label boolean whether they are the same
---@field row? integer the number of the left record, where it is the same as one right record at most: rules that give odds then share the certainty among its pairs

---How good rules are on labelled pairs.
---@class mix.MatchEvaluation
---@field precision number how many of the matched are the same, 0 to 1
---@field recall number how many of the same are matched, 0 to 1
---@field f1 number the harmonic mean of the two
---@field accept number the threshold that was used
---@field f1_low number the lower end of the 95 % interval of F1
---@field f1_high number its upper end
---@field pairs integer how many pairs
---@field positives integer how many of them are the same
---@field confusion table<string, {same: integer, different: integer}> pairs by decision
---@field calibrated? mix.MatchBin[] the counts of predicted and true labels
---@field calibration_error? number the mean distance of the two, 0 to 1
---@field wrong mix.MatchWrong[] the pairs that were decided wrongly
---@field sweep? mix.MatchMeasure[] with other thresholds
---@field folds? mix.MatchMeasure[] of the cross-validation
---@field cross_validated_f1? number F1 over all folds

---Pairs of like probability.
---@class mix.MatchBin
---@field low number the lowest probability
---@field high number the highest
---@field pairs integer how many pairs
---@field predicted number their mean probability
---@field observed number the share of them that is the same

---Figures at a threshold.
---@class mix.MatchMeasure
---@field precision number how many of the matched are the same, 0 to 1
---@field recall number how many of the same are matched, 0 to 1
---@field f1 number the harmonic mean of the two
---@field accept number the threshold that was used

---A pair that was decided wrongly.
---@class mix.MatchWrong
---@field index integer its place among the pairs, from 1
---@field label boolean whether the two are the same
---@field decision "matched"|"uncertain"|"none" what the rules said
---@field reason string why
---@field score number the score
---@field left table the query
---@field right table the candidate
---@field gates mix.MatchGateResult[] every gate
---@field breakdown mix.MatchEvidence[] what made the score

---A sort key. Numbers come before texts; texts are compared by their bytes.
---@class mix.MergeKey
---@field field? string the field of an item; or `value`
---@field value? fun(item: any): string|number|boolean|nil computes the key of an item instead
---@field order? "ascending"|"descending" which end comes first (default ascending)
---@field missing? "first"|"last"|number where items without a value go; a number: where that number goes (default last). nil, null, NaN and the empty text are not values

---A source with a name: one of the first three, and how reports call it.
---@class mix.MergeSource
---@field items? any[] all its items, in order
---@field pages? fun(page: integer): any[]?, boolean|mix.Error|nil gives a page, from 1: its items, and whether there are more; without that an empty page ends the source. nil ends it; nil, err is a failure
---@field next? fun(): any gives the next item, nil at the end; nil, err is a failure
---@field name? string as failures name it (default: its place)

---A source that could not continue.
---@class mix.MergeFailure
---@field source integer its place among the sources, from 1
---@field name string its name, or its place
---@field page integer the page that it could not give, from 1
---@field error mix.Error why

---An integer that may be larger than Lua's.
---@class mix.RandomInteger
---@field int string a sign and decimal digits, at most 10,000

---What the columns of a table hold.
---@class mix.RecordsSurvey
---@field rows integer how many different records
---@field columns mix.RecordsColumn[] in the order of the cells
---@field words table<string, number> the shares of the records with common words

---What a column holds.
---@class mix.RecordsColumn
---@field filled integer how many cells are not empty
---@field kinds table<string, integer> how many cells are of each kind
---@field numbered integer how many texts have a number in them
---@field values table<string, number> the shares of common values
---@field usual number the probability that two cells are equal
---@field distances table<string, number[]> by kind, what 30, 10, 3 and 1 of 100 pairs do not exceed, and 0

---How the records of a table are compared.
---@class mix.RecordsDescription
---@field columns table[] {kind, usual, values}
---@field comparisons table[] {measure, column, steps}
---@field words? table<string, number> the shares of common words
---@field rows? integer how many records the shares are of

---What the levels of comparisons weigh.
---@class mix.RecordsModel
---@field prior number the log odds before anything is compared
---@field parts number[][] by comparison and level, from the least alike on
---@field rarity number[] by comparison, how much the rarity of an equal value counts

---A rule file.
---@class mix.RulesEntry
---@field name string as mix.rules.load takes it
---@field kind string what it decides: match, filters, notify, playlist, refresh, trailers
---@field path string where it is
---@field own boolean whether it is the user's
---@field overrides boolean whether it takes the place of one of mixhost's
---@field doc? string what it says of itself
---@field problem? string what is wrong with it

---The table that a rule file of the kind `match` returns.
---@class mix.MatchRule
---@field kind "match" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field features mix.MatchFeature[] evidence, at least one with a weight above 0
---@field gates? mix.MatchGate[] conditions that a candidate must meet
---@field accept number the score from which a candidate is matched
---@field review number the score from which it is uncertain; at most accept
---@field margin number how far the best must be ahead of the next other work
---@field combine? "mean"|"sum"|"odds" weighted mean, 0 to 1 (default), sum in points, or odds: the probability by the sum of log odds
---@field prior? number with odds: the log odds before anything is compared (default 0)
---@field pick? "best"|"first" the highest score (default), or the first to reach accept
---@field prepare? fun(query: table): any run once; gives what the others get as query
---@field prepare_candidate? fun(candidate: table): any run once a candidate; gives what the others get
---@field compare? fun(query: any, candidate: any): any run once a pair; gives the third argument of gates and features
---@field same_work? fun(a: any, b: any): boolean whether two candidates are releases of one work, which are not rivals
---@field search? fun(query: table): any[] what to ask a service for, the best first
---@field term? fun(record: any, other: any): string? the evidence of an agreement with another record where little is known, such as the title; nil when there is more to go by. Without `other`: what frequencies are counted of
---@field calibration? mix.MatchCalibration what scores are worth
---@field tie_order? string[] candidates' fields that break ties; "-field" is descending
---@field fields? mix.MatchFields the fields that the rules read
---@field bounds? table<string, number> numbers that the functions read from this table and that learning may move

---A piece of evidence, or a penalty.
---@class mix.MatchFeature
---@field name string as breakdowns call it
---@field weight? number how much it counts, 0 or more; a feature has this or a penalty
---@field penalty? number what it takes off the score at most, 0 or more
---@field score fun(query: any, candidate: any, comparison: any): number?, string? 0 to 1 (with odds: log odds) and a note; nil when there is nothing to compare
---@field doc? string what it looks at, in one line

---A condition that a candidate must meet.
---@class mix.MatchGate
---@field name string as explanations call it
---@field check fun(query: any, candidate: any, comparison: any): boolean, string? whether it is met, and the reason of a refusal
---@field doc? string what it asks for, in one line

---How often pairs of a score were the same, as labelled pairs showed.
---@class mix.MatchCalibration
---@field source string the name of the labelled data
---@field pairs number how many pairs it has
---@field refused number the share of the same among what gates refuse
---@field points mix.MatchCalibrationPoint[] scores in ascending order; between two of them the probability is on the line between theirs
---@field refused_by_one? mix.MatchCalibrationPoint[] the same for pairs that one gate refuses, by the scores that they would have
---@field refused_by_several? mix.MatchCalibrationPoint[] and for those that several refuse
---@field share? number the share of the same among the labelled pairs, so that sets with another can be judged

---A score and what it is worth.
---@class mix.MatchCalibrationPoint
---@field score number the score
---@field probability number how often such a pair is the same

---The fields that rules read, and the columns of labelled files.
---@class mix.MatchFields
---@field query? string[] fields of what is looked for
---@field candidate? string[] fields of what was found
---@field aliases? table<string, string[]> columns' other names, by field

---The table that a rule file of the kind `playlist` returns.
---@class mix.PlaylistRule
---@field kind "playlist" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field steps mix.PlaylistSteps what a build goes through

---The steps of a build; docs/playlists.md says what they take and return.
---@class mix.PlaylistSteps
---@field name fun(options: table, today: string): string the playlist's name
---@field describe? fun(options: table, build: string): string the description of a new playlist; build: the identifier of this build
---@field resolve fun(query: string, matches: table[]): table? which of the artists that a search found is meant
---@field artists fun(options: table, found: table): table the artists in order, or {fetch, limit}: a source to ask first
---@field tracks fun(options: table, count: integer): integer? how many top tracks of the next artist to ask for; nil: no more artists
---@field dedupe fun(options: table, fetched: table[], chosen: table[], memory: table): table {kept, dropped}: which of an artist's tracks to take; memory lasts for the build
---@field order fun(options: table, tracks: table[]): table[] the tracks in order
---@field trim fun(options: table, tracks: table[]): table[] those that fit
---@field target fun(options: table, name: string, playlists: table[]?, user: string): table? the playlist to reuse, nil for a new one, or {fetch = "playlists"}
---@field write fun(options: table, prepared: string[], existing: string[]?): table {action, items, added}: what is written

---The table that a rule file of the kind `refresh` returns.
---@class mix.RefreshRule
---@field kind "refresh" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field minimum number seconds after a success before the next automatic try, 0 to 31,536,000
---@field retry_minimum? number the same after a failure (default: minimum)
---@field decide fun(facts: mix.RefreshFacts): mix.RefreshDecision what is to be done

---What refresh rules decide about. Times are seconds since 1970, none of history after now.
---@class mix.RefreshFacts
---@field now number the time
---@field since? number when it was fetched for the first time
---@field last_success? number when it was last fetched
---@field last_failure? number when fetching it last failed
---@field last_attempt? number the later of the two
---@field failures integer failures since the last success
---@field error? string what the last failure was; nil after a success
---@field not_before? number until when the source asked to be left alone (Retry-After, freshness); at most a day
---@field changes number[] when new content came, oldest first, at most 100: its own times, else when it was found
---@field every? number the interval that the user asked for, in seconds
---@field forced boolean whether the user wants it now
---@field visible boolean whether somebody looks at it now

---The decision of refresh rules.
---@class mix.RefreshDecision
---@field action "refresh"|"wait"|"serve_stale" fetch now; what is there is good; or it is old, but the source is not to be asked yet
---@field next_at? number when to fetch; may be left out with refresh
---@field reason string why, in words

---The result of mix.policy.due and decide.
---@class mix.RefreshAnswer
---@field due boolean whether to fetch now
---@field action "refresh"|"wait"|"serve_stale" as the rule decided
---@field next_at number when to fetch; seconds since 1970
---@field reason string why, in words

---Something that a program fetches regularly.
---@class mix.RefreshRefresher
---@field name string as its program names it, such as chart
---@field doc string what it fetches
---@field rule string its refresh rule, such as adaptive
---@field key string what its history is about, such as an address
---@field every? number the interval in seconds; nil: off
---@field script string the script that fetches it, below scripts

---The table that a rule file of the kind `trailers` returns.
---@class mix.TrailersRule
---@field kind "trailers" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field usable? fun(video: table, wish: mix.TrailersWish): boolean whether a video may be shown at all (default: all)
---@field order mix.TrailersCriterion[] what the others are compared by, the first thing first

---One thing that videos are compared by.
---@class mix.TrailersCriterion
---@field name string as answers call it
---@field key fun(video: table, wish: mix.TrailersWish): number|string|boolean|nil less is better, true is better than false; nil is always last
---@field descending? boolean whether more is better (default false)
---@field doc? string what it looks at, in one line

---The user's wishes.
---@class mix.TrailersWish
---@field language? string the user's, two letters
---@field original_language? string that of the film or series

---A video and its place.
---@class mix.TrailersRanked
---@field video table as it was given
---@field index integer its place in the list that was given, from 1
---@field decided_by? string the criterion that puts it before the next; nil: none

---The table that a rule file of the kind `block` returns.
---@class mix.BlockRule
---@field kind "block" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field fields? string[] the fields that the keys are made of
---@field keys fun(record: table): string[] the keys of a row, 64 at most; rows that share one are compared

---The table that a rule file of the kind `notify` returns.
---@class mix.NotifyRule
---@field kind "notify" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field notice fun(event: mix.NotifyEvent): table? the notice of an event, see notify.notice; nil: none
---@field digest fun(notices: table[]): table {title, text} of several notices that are sent as one
---@field quiet? mix.NotifyQuiet when notices wait, unless they are urgent

---Hours in which notices wait for their end, by the clock of this machine.
---@class mix.NotifyQuiet
---@field from string when they begin: 22:00
---@field to string when they end, on the next day where that is earlier

---Something that happened.
---@class mix.NotifyEvent
---@field kind "video"|"job"|"doubts"|"sign_in"|"chart" what it is
---@field key string tells it from every other event, for ever
---@field at number when it was noticed, in seconds since 1970
---@field title string of the video, job, service or song
---@field text? string who made it, or what there is to say
---@field url? string where it is
---@field state? string of a job: done, paused or canceled
---@field count? integer how many doubts wait

---A notice of an event.
---@class mix.NotifyNotice
---@field title string one line
---@field text? string what else there is to say
---@field url? string where a click leads
---@field to? string[] the receivers: ntfy, webhook, mail, desktop; nil: all that are set
---@field urgent? boolean whether quiet hours do not hold it up
---@field group? string notices of a group that are due together are sent as one
---@field at? string of a group: the time of day at which it is sent, such as 18:00

---The table that a rule file of the kind `tags` returns.
---@class mix.TagsRule
---@field kind "tags" which kind of rules this is
---@field name? string what mixhost rules list shows
---@field doc? string what the rules do, in one line
---@field keep? string[] fields of which only missing ones are filled
---@field prefer? string[] fields that get the catalogue's spelling of the same words, though it has fewer signs
---@field never? string[] fields that are never changed
---@field change? fun(change: mix.TagsChange): boolean whether a change is wanted (default: each)

---A change of one field of a file.
---@class mix.TagsChange
---@field field string such as title, see --fields
---@field old string[] what the file has; empty: nothing
---@field new string[] what it would have
---@field why string in words, such as a misprint
---@field service string the catalogue that says so
---@field format? string the file's, such as flac

---The findings of mix.rules.check about rules of the kind filters.
---@class mix.RulesFindings
---@field states integer states that can be reached
---@field changes integer changes of one field that were tried
---@field statements string[] what was found to hold of every state
---@field transitions mix.RulesTransition[] the changes that lead elsewhere than asked for

---The side effects of setting a field.
---@class mix.RulesTransition
---@field field string the field that is set
---@field values any[] to one of these; false: no value
---@field sets table<string, string|false> what the rules set then
---@field rules string[] the invariants that do it, in their order
---@field states integer how many states it happens in, for each of the values

---A screen of a program.
---@class mix.ScreenListed
---@field program string the program's name
---@field name string the screen's name within it
---@field title string what people call it
---@field module string what `require` loads

---A change of a tree; patches are applied one after the other.
---@class mix.ScreenPatch
---@field op "set"|"unset"|"insert"|"remove"|"move" what happens
---@field path any[] names, places from 0, and {field, value} for an item of a list
---@field value any what is set or inserted
---@field key? string the field that identifies the list's items
---@field item any the key of the item that is removed or moved
---@field before any the key of the item before which it goes; nil: at the end

---The tags of an audio file, and what its audio is like.
---@class mix.TagsFile
---@field format string flac, mp3, m4a, ogg, opus, wav or aiff
---@field tags table<string, string[]> values by TagLib's names, such as ALBUMARTIST
---@field kinds string[] its tags, such as ID3v2.3; a property is that of the first
---@field differing string[] what a later tag says otherwise, such as APEv2 TITLE
---@field others string[] what else is in its tags; a write leaves it as it is
---@field staying string[] texts besides tags, such as Lyrics3; a write keeps them
---@field pictures integer how many pictures it has
---@field seconds number how long it plays
---@field bitrate integer in kbit/s
---@field sample_rate integer in Hz
---@field channels integer 1 or more

---How a column is shown.
---@class mix.UiColumn
---@field key string the field that it shows
---@field title? string its head (default: the key)
---@field align? "left"|"right" default: numbers on the right
---@field width? integer columns at most, 1 to 1000 (default: as wide as its cells)
---@field expected? integer the width that cells to come will need, 1 to 1000
---@field least? integer what it is not narrowed below while others can be left out, 1 to 1000 (default: 8)
---@field drop? integer 1 to 1000: where not all fit, the lowest is left out first (default: it always stays)

---An element of a document.
---@class mix.XmlElement
---@field name string as it is written: media:group
---@field attributes table<string, string> the values by name
---@field children mix.XmlElement[] the elements in it, in their order
---@field text string all text directly in it

---A script's options: types, defaults and help in one declaration.
---@class mix.args
---@field command string How the user started the script, such as "mixhost chart" or "mixhost scripts/refresh.lua": for hints that name a command to type.
local args = {}

---The name that a mistyped word may stand for.
---
---```lua
---local near = mix.args.suggest(args.rules, {"standard", "classic"})
---```
---@param word string what the user typed
---@param names string[] the names that are known
---@return string? # the nearest name; nil when none is near
function args.suggest(word, names) end

---Reads the command line by a declaration; --help prints it, wrong use ends with exit code 2.
---
---```lua
---local args = mix.args.parse{summary = "Says hello", positional = {{"name"}}}
---```
---@param spec mix.ArgsSpec the declaration; --json, --events, --quiet and --no-color are added to it
---@return table<string, any> # the values by name, with _ for -
function args.parse(spec) end

---The options of mix.auth.token.
---@class mix.AuthTokenOptions
---@field refused? string the token that the service has just refused: it is not given again

---The options of mix.auth.login.
---@class mix.AuthLoginOptions
---@field way? "browser"|"paste"|"device" browser (default), paste (the user brings the address back) or device (a code to type)
---@field open? boolean open the browser (default true); the address is shown anyway
---@field port? integer instead of the redirect address's own; 0: one that is free
---@field timeout? number|string how long to wait for the user (default 5 minutes)

---Signing in to services (OAuth 2 with PKCE), and their tokens.
---@class mix.auth
local auth = {}

---An access token that will be accepted for a while; refreshed once for all tasks and processes.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local token = assert(mix.auth.token("music"))
---```
---@param provider string|mix.AuthProvider "music" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a file's
---@param options? mix.AuthTokenOptions what may be set
---@return string? # for Authorization: Bearer …
---@return mix.Error? err # nil, err of kind auth (reason not_signed_in, ended, …)
function auth.token(provider, options) end

---Signs in: opens the browser, says what for, and waits until it comes back.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local account = assert(mix.auth.login("music"))
---```
---@param provider string|mix.AuthProvider "music" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a file's
---@param options? mix.AuthLoginOptions what may be set
---@return mix.AuthAccount? # who has signed in
---@return mix.Error? err # nil, err of kind auth when nobody has
function auth.login(provider, options) end

---Forgets a log-in, and revokes it at services that support that.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.auth.logout("music")
---```
---@param provider string|mix.AuthProvider "music" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a file's
---@return boolean # whether there was one
function auth.logout(provider) end

---The state of a log-in, without asking anybody.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if not mix.auth.status("music").signed_in then mix.auth.login("music") end
---```
---@param provider string|mix.AuthProvider "music" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a file's
---@return mix.AuthAccount? # signed_in is false when there is none
---@return mix.Error? err # nil, err when it cannot be read
function auth.status(provider) end

---Stops a log-in of this process that waits for its user, whichever run began it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.auth.stop("music")
---```
---@param provider string|mix.AuthProvider "music" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a file's
---@return boolean # whether one waited; its login returns nil, err of kind cancelled
function auth.stop(provider) end

---The services that can be signed in to by name.
---
---```lua
---for _, name in ipairs(mix.auth.providers()) do print(name) end
---```
---@return string[] # sorted
function auth.providers() end

---The options of mix.cache.get.
---@class mix.CacheGetOptions
---@field namespace? string keeps apart keys of equal name (default "script")
---@field allow_expired? boolean also when its time is over (default false)

---The options of mix.cache.set.
---@class mix.CacheSetOptions
---@field namespace? string keeps apart keys of equal name (default "script")
---@field ttl? number|string how long it is fresh; missing: for ever

---The options of mix.cache.del.
---@class mix.CacheDelOptions
---@field namespace? string keeps apart keys of equal name (default "script")

---The options of mix.cache.fetch.
---@class mix.CacheFetchOptions
---@field namespace? string keeps apart keys of equal name (default "script")
---@field ttl? number|string how long it is fresh; missing: for ever

---Values kept between runs: memory over disk, with a time to live.
---@class mix.cache
local cache = {}

---Reads a value.
---
---```lua
---local rates, info = mix.cache.get("rates", {allow_expired = true})
---```
---@param key string any text
---@param options? mix.CacheGetOptions what may be set
---@return any # the value or nil; how old it is, beside a value
---@return mix.CacheInfo?
function cache.get(key, options) end

---Keeps a value.
---
---```lua
---mix.cache.set("rates", rates, {ttl = "1h"})
---```
---@param key string any text
---@param value any a table, text, number or boolean
---@param options? mix.CacheSetOptions what may be set
function cache.set(key, value, options) end

---Forgets a value.
---
---```lua
---mix.cache.del("rates")
---```
---@param key string any text
---@param options? mix.CacheDelOptions what may be set
---@return boolean # whether there was one
function cache.del(key, options) end

---Reads a value, or makes it with a function and keeps it; one call at a time makes it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local v = mix.cache.fetch("k", {ttl = "1h"}, function() return slow() end)
---```
---@generic T
---@param key string any text
---@param options? mix.CacheFetchOptions what may be set
---@param fn fun(): T makes the value; nil is not kept
---@return T # the value
function cache.fetch(key, options, fn) end

---Counts.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.cache.stats().entries)
---```
---@return mix.CacheCounters # of values and answers
function cache.stats() end

---Removes expired entries.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.cache.prune())
---```
---@return integer # how many values
function cache.prune() end

---Forgets the values of a namespace.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.cache.clear()
---```
---@param namespace? string which one (default "script")
function cache.clear(namespace) end

---Addresses at which programs answer other programs; who knows one may use it.
---@class mix.connected
local connected = {}

---Makes an address; serve answers there by the module `connected` of the program.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local secret = assert(mix.connected.make("feed", "", "all channels", {}))
---```
---@param program string its name
---@param subject string what it answers about, in its own words
---@param title string the same for people, in one line
---@param read string[] absolute paths that its answers read
---@return string? # the secret part of the address, which is not kept
---@return mix.Error? err # nil, err when it fails
function connected.make(program, subject, title, read) end

---Ends an address; it is as if it had never been.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.connected.revoke("3f9c01aa")
---```
---@param id string the address's identifier, or its beginning
---@return integer # how many addresses it fits; one is revoked, of several none
function connected.revoke(id) end

---The addresses that were made and not revoked.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, a in ipairs(mix.connected.list()) do print(a.id, a.title) end
---```
---@return mix.ConnectedAddress[] # in the order in which they were made
function connected.list() end

---The server of this home, as it describes itself.
---
---```lua
---print(mix.connected.server())
---```
---@return string? # its process, its start and its address; nil: none runs
function connected.server() end

---Opens a server of this machine alone, whose requests lib.connected answers as long as the script runs.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local port = assert(mix.connected.listen(secret, 0, 65536))
---```
---@param secret string the secret part of the only address that it answers
---@param port integer a TCP port, 0 for a free one
---@param most integer the most bytes of a body, 1 to 4,000,000
---@return integer? # the port
---@return mix.Error? err # nil, err when it cannot listen
function connected.listen(secret, port, most) end

---Digests, Base64URL, random bytes and PKCE.
---@class mix.crypto
local crypto = {}

---The SHA-256 digest (FIPS 180-4).
---
---```lua
---print(mix.crypto.sha256("abc"))
---```
---@param bytes string any bytes
---@return string # 64 hexadecimal digits in lower case
function crypto.sha256(bytes) end

---Writes bytes in Base64URL without padding (RFC 4648 section 5).
---
---```lua
---print(mix.crypto.base64url("\xfb\xff"))  --> -_8
---```
---@param bytes string any bytes
---@return string # A-Z a-z 0-9 - _
function crypto.base64url(bytes) end

---Reads Base64URL; padding may be there.
---
---```lua
---local bytes = assert(mix.crypto.base64url_decode("-_8"))
---```
---@param text string A-Z a-z 0-9 - _
---@return string? # the bytes
---@return mix.Error? err # nil, err of kind parse with offset when the text is damaged
function crypto.base64url_decode(text) end

---Bytes from the system's generator, fit for keys and tokens.
---
---```lua
---local state = mix.crypto.base64url(mix.crypto.random_bytes(32))
---```
---@param count integer how many, 1 to 65,536
---@return string # the bytes
function crypto.random_bytes(count) end

---A verifier and its challenge for a log-in of your own (RFC 7636, S256).
---
---```lua
---local pair = mix.crypto.pkce(); print(pair.challenge, pair.method)
---```
---@param verifier? string 43 to 128 of A-Z a-z 0-9 - . _ ~ (default: a new one, 43 characters)
---@return mix.CryptoPkce # the pair
function crypto.pkce(verifier) end

---A CSV file that is read piece by piece.
---@class mix.CsvReader
local csv_reader = {}

---Reads the next rows; records that cannot be read are skipped and reported.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for rows in function() return reader:next() end do print(#rows) end
---```
---@param count? integer rows at most, 1 to 10000 (default 500)
---@return table? # rows, each a list of fields with its number as `row` (1 is the first); and the skipped records, {row, reason}; nil after the end
---@return table
function csv_reader:next(count) end

---Closes the file before its end; there are no more rows then.
---
---```lua
---reader:close()
---```
function csv_reader:close() end

---The file's form, once rows were read.
---
---```lua
---print(reader:info().encoding)
---```
---@return table # {delimiter, encoding}
function csv_reader:info() end

---The options of mix.csv.parse.
---@class mix.CsvParseOptions
---@field header? boolean whether the first row names the columns: rows become records (default true) or lists
---@field delimiter? ","|";"|"\t"|"|"|"auto" ",", ";", "\t" or "|"; "auto" (default): as the first row shows

---The options of mix.csv.encode.
---@class mix.CsvEncodeOptions
---@field columns? string[] the names of the columns to write, in order (default: all, by name)
---@field header? boolean whether the first row names the columns (default true)
---@field delimiter? ","|";"|"\t"|"|" ",", ";", "\t" or "|" (default ",")
---@field newline? "\n"|"\r\n" "\n" (default) or "\r\n"
---@field safe? boolean put ' before texts that a spreadsheet would run as a formula (default true)

---The options of mix.csv.open.
---@class mix.CsvOpenOptions
---@field delimiter? ","|";"|"\t"|"|"|"auto" ",", ";", "\t" or "|"; "auto" (default)
---@field encoding? "auto"|"utf-8"|"iso-8859-1"|"windows-1252"|"utf-16" "utf-8", "iso-8859-1", "windows-1252", "utf-16" or "auto" (default): by its byte order mark; a field that is not UTF-8 is Windows-1252

---CSV into tables and back.
---@class mix.csv
local csv = {}

---Reads CSV with quotes, any line ends, a byte order mark and ragged rows.
---
---Failure: nil, err of kind parse with line, column and row when a quote is not closed.
---
---```lua
---local rows, report = mix.csv.parse(text, {delimiter = "auto"})
---```
---@param text string the text, UTF-8
---@param options? mix.CsvParseOptions what may be set
---@return table[]? # the rows, and what was odd about them
---@return mix.CsvReport|mix.Error
function csv.parse(text, options) end

---Writes rows as CSV.
---
---```lua
---print(mix.csv.encode(songs, {columns = {"artist", "title"}}))
---```
---@param rows any[] records with named fields, or lists
---@param options? mix.CsvEncodeOptions what may be set
---@return string # the text
function csv.encode(rows, options) end

---Opens a CSV file to be read piece by piece, whatever its size.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local reader = assert(mix.csv.open("books.csv"))
---```
---@param path string relative to the working directory; "-" is the standard input
---@param options? mix.CsvOpenOptions what may be set
---@return mix.CsvReader? # with next, info and close
---@return mix.Error? err # nil, err when it cannot be read
function csv.open(path, options) end

---Environment variables and settings.
---@class mix.env
local env = {}

---An environment variable that was granted with --allow-env.
---
---```lua
---local editor = mix.env.get("EDITOR")
---```
---@param name string the variable's name
---@return string? # its value, nil when it is not set; for every other an error of kind denied is raised
function env.get(name) end

---A setting of mixhost, as `mixhost config` shows it.
---
---```lua
---local contact = mix.env.setting("http.contact")
---```
---@param name string such as cache.ttl
---@return string? # as it was written; nil when it is not set
function env.setting(name) end

---Where the value of a setting comes from; the value of a secret one stays hidden.
---
---```lua
---print(mix.env.source("http.contact"))  --> environment MIXHOST_CONTACT
---```
---@param name string such as cache.ttl
---@return string? # flag, environment NAME, .env NAME (for .env the path that --env-file named), settings.json, init.lua or default; nil when it is not set
function env.source(name) end

---The faults of the settings: files that cannot be read, values that do not fit.
---
---```lua
---for _, problem in ipairs(mix.env.problems()) do print(problem) end
---```
---@return string[] # a sentence each, without secrets; empty when all is well
function env.problems() end

---The text of a .env file, at most 1 MB: NAME=VALUE lines as shells have them.
---
---```lua
---local limit = mix.env.parse("export LIMIT=7 # a day").values.LIMIT
---```
---@param text string the file's text
---@return table # {values: by name, problems: {line, reason} of the first 100 lines that cannot be read}
function env.parse(text) end

---All settings of mixhost and its programs, values of secret ones hidden.
---
---```lua
---for _, s in ipairs(mix.env.settings()) do print(s.name, s.value) end
---```
---@return mix.EnvSetting[] # by name
function env.settings() end

---Keeps a setting in settings.json, as `mixhost config set` does: one of the running program's that is not secret, or any where the program has the grant `settings`.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local ok, err = mix.env.set("feed.every", "6h")
---```
---@param name string such as feed.every
---@param value? string as it is written; nil removes it
---@return boolean? # true
---@return mix.Error? err # nil, err when it does not fit, or something else outranks the file
function env.set(name, value) end

---Events as NDJSON on standard output, when --events asks for them.
---@class mix.events
local events = {}

---Prints one line {"event": name, …fields}; without --events nothing.
---
---```lua
---mix.events.emit("enriched", {rank = entry.rank, ok = true})
---```
---@param name string what happened
---@param fields? table what belongs to it, by name; not `event`
---@return boolean # whether it was printed
function events.emit(name, fields) end

---Whether events are printed.
---
---```lua
---if not mix.events.enabled() then mix.ui.note("done") end
---```
---@return boolean # as --events says
function events.enabled() end

---A filter: fields, and what goes together.
---@class mix.Filter
local filter = {}

---The state before any change.
---
---```lua
---local state = filter:initial()
---```
---@return mix.FilterState # every field at its default
function filter:initial() end

---Reads a state as `tostring` writes it; fields that are not named are at their default.
---
---```lua
---local state = filter:parse('genre=\"Science Fiction\" date=thisYear')
---```
---@param text string name=value pairs with spaces between; values with spaces in \"quotes\"
---@return mix.FilterState? # with the invariants applied
---@return mix.Error? err # nil, err of kind filter that suggests
function filter:parse(text) end

---The choices.
---
---```lua
---for _, field in ipairs(filter:fields()) do print(field.name) end
---```
---@return mix.FilterField[] # in their order
function filter:fields() end

---The name that it was loaded by.
---
---```lua
---print(filter:name())
---```
---@return string # such as filters/trailers
function filter:name() end

---The file that it comes from.
---
---```lua
---print(filter:path())
---```
---@return string # a path
function filter:path() end

---A filter's setting. States do not change.
---@class mix.FilterState
local filter_state = {}

---The value of a field.
---
---```lua
---print(state:get("sort"))
---```
---@param field string its name, or one of its keys
---@return string? # nil: it has none
function filter_state:get(field) end

---All values by field, as a table that may be changed; without those that have none.
---
---```lua
---print(mix.json.encode(state:values()))
---```
---@return table<string, string> # by the fields' names
function filter_state:values() end

---The state with another value of a field, or of several; the invariants are applied.
---
---```lua
---state = assert(state:with("genre", "Action"))
---```
---@param field string|table its name, or values by field
---@param value string|false|nil a text; nil or false: none, or its default
---@return mix.FilterState? # another one
---@return mix.Error? err # nil, err of kind filter that suggests a value
function filter_state:with(field, value) end

---The invariants that changed something in the last step.
---
---```lua
---for _, rule in ipairs(state:fired()) do print(rule.doc) end
---```
---@return mix.FilterFiring[] # in the order in which they did
function filter_state:fired() end

---The fields that narrow the view.
---
---```lua
---print(#state:active() .. " filters")
---```
---@return string[] # names, in their order
function filter_state:active() end

---The state as text, as `tostring` gives it; filter:parse reads it.
---
---```lua
---print(state:text())
---```
---@return string # what is not at its default: genre=Action date=thisYear
function filter_state:text() end

---Whether two states have the same values.
---
---```lua
---if not state:equals(before) then reload() end
---```
---@param other mix.FilterState another state
---@return boolean # also when other invariants led there
function filter_state:equals(other) end

---The options of mix.filter.load.
---@class mix.FilterLoadOptions
---@field values? table<string, string[]> values that the script knows better, by field; such a field takes no others

---Filters whose states are valid whatever is chosen.
---@class mix.filter
local filter = {}

---Loads a filter from a rule file, as mix.rules.load does.
---
---```lua
---local filter = mix.filter.load("trailers", {values = {genre = names}})
---```
---@param name string "filters/trailers", or "trailers" for short; or a .lua file
---@param options? mix.FilterLoadOptions what may be set
---@return mix.Filter # whose states follow the file
function filter.load(name, options) end

---Makes a filter of a table, as a rule file returns it; `kind` may be left out.
---
---```lua
---local filter = mix.filter.define{fields = {{name = "sort", values = {"new", "old"}}}}
---```
---@param rules mix.FilterRule fields and invariants
---@return mix.Filter # where states come from
function filter.define(rules) end

---The days of a range, in the machine's time zone.
---
---```lua
---local from, to = mix.filter.dates("thisMonth")
---```
---@param range string one of "upcoming", "thisMonth", "last30Days", "last90Days", "thisYear", "allTime"
---@param today? string the day to reckon from, 2026-11-21 (default: today)
---@return string? # first and last day, 2026-11-01; nothing for allTime
---@return string?
function filter.dates(range, today) end

---A lock between processes. It ends with the script, however that ends.
---@class mix.FsLock
local fs_lock = {}

---Lets the next one have it; later calls do nothing.
---
---```lua
---lock:release()
---```
function fs_lock:release() end

---A file that is written piece by piece. Readers see the old one until finish.
---@class mix.FsWriter
local fs_writer = {}

---Adds text or bytes.
---
---Waits: other tasks run meanwhile.
---
---```lua
---assert(writer:write("artist,title\n"))
---```
---@param content string text or bytes
---@return boolean? # true
---@return mix.Error? err # nil, err when it cannot be written
function fs_writer:write(content) end

---Replaces the old file by the written one.
---
---Waits: other tasks run meanwhile.
---
---```lua
---assert(writer:finish())
---```
---@return boolean? # true
---@return mix.Error? err # nil, err when it cannot be kept
function fs_writer:finish() end

---Files in the folders that were granted.
---@class mix.fs
local fs = {}

---Reads a file; "-" is the standard input.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local text = assert(mix.fs.read("chart.json"))
---```
---@param path string relative to the working directory, or absolute
---@return string? # its bytes
---@return mix.Error? err # nil, err when it cannot be read
function fs.read(path) end

---Says how large a file is, and when it was changed.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local age = mix.time.now() - assert(mix.fs.info("chart.json")).modified
---```
---@param path string relative to the working directory, or absolute
---@return mix.FsInfo? # what is known of it
---@return mix.Error? err # nil, err when there is none
function fs.info(path) end

---The names in a folder, sorted.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, name in ipairs(assert(mix.fs.list("."))) do print(name) end
---```
---@param path string relative to the working directory, or absolute
---@return string[]? # names
---@return mix.Error? err # nil, err when it cannot be read
function fs.list(path) end

---Whether a file or folder is there.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if mix.fs.exists("chart.json") then load() end
---```
---@param path string relative to the working directory, or absolute
---@return boolean # whether it is
function fs.exists(path) end

---Replaces a file as a whole: readers see the old content or the new.
---
---Waits: other tasks run meanwhile.
---
---```lua
---assert(mix.fs.write("out.json", mix.json.encode(songs)))
---```
---@param path string relative to the working directory, or absolute
---@param content string text or bytes
---@return boolean? # true
---@return mix.Error? err # nil, err when it cannot be written
function fs.write(path, content) end

---Begins a file that is written piece by piece, whatever its size.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local writer = assert(mix.fs.writer("songs.csv"))
---```
---@param path string relative to the working directory, or absolute
---@return mix.FsWriter? # with write and finish
---@return mix.Error? err # nil, err when it cannot be written
function fs.writer(path) end

---Reads a file that comes with mixhost.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local chart = assert(mix.fs.bundled("docs/kworb_top10.json"))
---```
---@param name string below mixhost's own folder, such as docs/kworb_top10.json
---@return string? # its bytes
---@return mix.Error? err # nil, err when there is none
function fs.bundled(name) end

---As info, for a file that comes with mixhost.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(assert(mix.fs.bundled_info("docs/kworb_top10.json")).size)
---```
---@param name string below mixhost's own folder
---@return mix.FsInfo? # what is known of it
---@return mix.Error? err # nil, err when there is none
function fs.bundled_info(name) end

---A path from the root on; "~/" at its beginning is the user's home folder.
---
---```lua
---print(mix.fs.absolute("~/artists.txt"))  --> /home/you/artists.txt
---```
---@param path string relative to the working directory, or absolute
---@return string # the path; it need not be there, and links are not followed
function fs.absolute(path) end

---Names a file in mixhost's own data folder, which scripts may write to.
---
---```lua
---assert(mix.fs.write(mix.fs.data("notes/last.txt"), text))
---```
---@param name string below the folder, such as playlist/options.json
---@return string # its absolute path; it need not be there
function fs.data(name) end

---Takes a lock between processes, without waiting; it ends with release or with the script, however that ends.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local lock = assert(mix.fs.lock("podcasts/fetch.lock", "fetching"))
---```
---@param name string of a file below mixhost's own data folder, which stays
---@param note? string what others are shown meanwhile (default: nothing)
---@return mix.FsLock? # the lock
---@return mix.Error? err # nil, err of kind locked (process, since, note) while another has it
function fs.lock(name, note) end

---Items of one filter, page by page: one load at a time, the latest filter alone.
---@class mix.Grid
local grid = {}

---Shows a filter from its first page; cancels the loading for another.
---
---Waits: other tasks run meanwhile.
---
---```lua
---grid:show(filter:initial())
---```
---@param filter any anything; load gets it
---@return string # the state that it came to: loaded, exhausted, empty, error; cancelled when another call took its place
function grid:show(filter) end

---Adds the next page, unless there is none or something is being loaded.
---
---Waits: other tasks run meanwhile.
---
---```lua
---grid:next_page()
---```
---@return string # the state that it came to: loaded, exhausted, empty, error; cancelled when another call took its place
function grid:next_page() end

---Says which item is looked at: in the last rows the next page is added, once that has been so for the debounce.
---
---Waits: other tasks run meanwhile.
---
---```lua
---scope:spawn(function() grid:focus(17) end)
---```
---@param index integer from 1
---@return string # the state that it came to: loaded, exhausted, empty, error; cancelled when another call took its place
function grid:focus(index) end

---Asks again for the page that could not be loaded.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if grid:state() == "error" then grid:retry() end
---```
---@return string # the state that it came to: loaded, exhausted, empty, error; cancelled when another call took its place
function grid:retry() end

---Takes items out: those that the service does not know any more.
---
---```lua
---grid:remove(function(item) return item.id == 603 end)
---```
---@param is_gone function gets an item; whether it goes
function grid:remove(is_gone) end

---The state that it shows.
---
---```lua
---print(grid:state())
---```
---@return "idle"|"loadingInitial"|"loaded"|"loadingNextPage"|"exhausted"|"error"|"empty" # exhausted: all there is; error: what came before is still there
function grid:state() end

---The items that can be shown.
---
---```lua
---for _, item in ipairs(grid:items()) do print(item.title) end
---```
---@return any[] # in order
function grid:items() end

---How many items can be shown.
---
---```lua
---print(grid:count())
---```
---@return integer # 0 or more
function grid:count() end

---The state that was shown last.
---
---```lua
---print(grid:filter())
---```
---@return any # as `show` got it; nil before
function grid:filter() end

---Why the last page is not there.
---
---```lua
---print(grid:failure().message)
---```
---@return mix.Error? # nil in every other state
function grid:failure() end

---Calls a function at each change, at once; it cannot wait.
---
---```lua
---grid:on_change(function(change) print(change.state, change.count) end)
---```
---@param fn fun(change: mix.GridChange) gets a grid.change
---@return integer # what `off` takes
function grid:on_change(fn) end

---Forgets a function of on_change.
---
---```lua
---grid:off(id)
---```
---@param id integer what on_change returned
---@return boolean # whether there was one
function grid:off(id) end

---One item at a time: the latest that was opened.
---@class mix.GridDetail
local grid_detail = {}

---Opens an item; cancels the loading of another.
---
---Waits: other tasks run meanwhile.
---
---```lua
---detail:open("movie/603", summary)
---```
---@param key any anything but nil; load gets it
---@param partial? any what is known already: shown meanwhile, and when it fails
---@return string # loaded or error; cancelled when another item was opened meanwhile
function grid_detail:open(key, partial) end

---Asks again for the item that could not be loaded.
---
---Waits: other tasks run meanwhile.
---
---```lua
---detail:retry()
---```
---@return string # loaded or error; cancelled when another item was opened meanwhile
function grid_detail:retry() end

---Shows nothing; cancels the loading.
---
---```lua
---detail:close()
---```
function grid_detail:close() end

---The state that it shows.
---
---```lua
---print(detail:state())
---```
---@return "idle"|"loading"|"loaded"|"error" # error: what was known is still there
function grid_detail:state() end

---The item, or the part of it that was known before.
---
---```lua
---print(detail:value().title)
---```
---@return any # or nil
function grid_detail:value() end

---Why the item is not there.
---
---```lua
---print(detail:failure().message)
---```
---@return mix.Error? # nil in every other state
function grid_detail:failure() end

---Calls a function at each change, at once; it cannot wait.
---
---```lua
---detail:on_change(print)
---```
---@param fn fun(state: string) gets the state's name
---@return integer # what `off` takes
function grid_detail:on_change(fn) end

---Forgets a function of on_change.
---
---```lua
---detail:off(id)
---```
---@param id integer what on_change returned
---@return boolean # whether there was one
function grid_detail:off(id) end

---The options of mix.grid.new.
---@class mix.GridNewOptions
---@field columns? integer items a row, 1 to 1,000 (default 5)
---@field prefetch_rows? integer in how many of the last rows `focus` adds a page, 0 to 1,000 (default 3)
---@field debounce? number|string how long the focus must rest before that (default 300ms)

---Lists that grow page by page, and the details of one item.
---@class mix.grid
local grid = {}

---Makes a grid that shows nothing yet.
---
---```lua
---local grid = mix.grid.new(function(filter, page) return fetch(filter, page) end)
---```
---@param load fun(mix.Filter: any, page: integer, view: table): any[]?, boolean|mix.Error|nil called with the filter, the page from 1, and a table of this view's own, empty at its first page; returns items and whether there are more (without that an empty page is the last); or nil, err
---@param options? mix.GridNewOptions what may be set
---@return mix.Grid # empty until a filter is shown
function grid.new(load, options) end

---Makes a view of one item at a time.
---
---```lua
---local detail = mix.grid.detail(function(id) return fetch_details(id) end)
---```
---@param load fun(key: any): any called with the key; returns the item, or nil, err
---@return mix.GridDetail # empty until an item is opened
function grid.detail(load) end

---mixhost's own folders and files, and what kind of run this is.
---@class mix.host
local host = {}

---This run: the release that runs it, and of which kind it is.
---
---```lua
---if mix.host.run().offline then print("no network") end
---```
---@return mix.HostRun # facts
function host.run() end

---mixhost's folders: writes a file of 4 KB into each that is there, and removes it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, f in ipairs(mix.host.folders()) do print(f.name, f.problem) end
---```
---@return mix.HostFolder[] # data, cache, config and state
function host.folders() end

---Whether the file of works, jobs and programs' records can be read and written.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.host.data_file().problem)
---```
---@return mix.HostDataFile # its state
function host.data_file() end

---The size of the cache on disk, and its limit.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local c = mix.host.cache_file(); print(c.bytes / c.max_bytes)
---```
---@return mix.HostCacheFile # its state
function host.cache_file() end

---The services that have a folder: those that come with mixhost, and the user's.
---
---```lua
---for _, name in ipairs(mix.host.services()) do print(name) end
---```
---@return string[] # their names, as in require("services.NAME.provider")
function host.services() end

---The programs that this mixhost knows, and the manifests that do not count.
---
---```lua
---for _, p in ipairs(mix.host.programs()) do print(p.command, p.summary) end
---```
---@return mix.HostProgram[] # those that come with mixhost first
---@return mix.HostProgramProblem[]
function host.programs() end

---The state of the server that a fleet shares; nothing is changed there.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local s = mix.host.store(); print(s and s.problem)
---```
---@return mix.HostStore? # its state; nil without the setting store
function host.store() end

---The options of http.client:get.
---@class mix.HttpClientGetOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of http.client:head.
---@class mix.HttpClientHeadOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of http.client:post.
---@class mix.HttpClientPostOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of http.client:put.
---@class mix.HttpClientPutOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of http.client:patch.
---@class mix.HttpClientPatchOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of http.client:delete.
---@class mix.HttpClientDeleteOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of http.client:download.
---@class mix.HttpClientDownloadOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field progress? function called with the bytes that are there and those there will be (nil: unknown), now and then
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? string as in get
---@field max_bytes? integer|string the largest file (default 10GB)
---@field timeout? number|string over all attempts and waits (default 1d)
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of http.client:request.
---@class mix.HttpClientRequestOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---A base address with headers, limits and defaults.
---@class mix.HttpClient
local http_client = {}

---As mix.http.get.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:get("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientGetOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:get(url, options) end

---As mix.http.head.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:head("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientHeadOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:head(url, options) end

---As mix.http.post.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:post("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientPostOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:post(url, options) end

---As mix.http.put.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:put("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientPutOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:put(url, options) end

---As mix.http.patch.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:patch("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientPatchOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:patch(url, options) end

---As mix.http.delete.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:delete("/lookup", {query = {id = 1}})
---```
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientDeleteOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:delete(url, options) end

---Downloads into a file: cut connections are resumed, and so is the part that an earlier run has left.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local file = assert(api:download("/export", mix.fs.data("export.csv")))
---```
---@param url string an address, or a path below the client's base
---@param path string the file to replace, in a folder granted for writing
---@param options? mix.HttpClientDownloadOptions what may be set
---@return mix.HttpDownload? # what came of it
---@return mix.Error? err # nil, err of kind io when the disk refuses, else as for get; the part stays
function http_client:download(url, path, options) end

---As mix.http.request.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer, err = api:request("OPTIONS", "/lookup")
---```
---@param method string GET, HEAD, PATCH, …
---@param url string an address, or a path below the client's base
---@param options? mix.HttpClientRequestOptions what may be set
---@return mix.HttpResponse? # the answer
---@return mix.Error? err # nil, err when none came
function http_client:request(method, url, options) end

---An answer.
---@class mix.HttpResponse
local http_response = {}

---Reads the body as JSON, as mix.json.decode does.
---
---```lua
---local data = assert(mix.http.get(url)):json()
---```
---@return any # the value
---@return mix.Error? err # nil, err of kind parse when the body is not JSON
function http_response:json() end

---The options of mix.http.get.
---@class mix.HttpGetOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of mix.http.head.
---@class mix.HttpHeadOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of mix.http.post.
---@class mix.HttpPostOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of mix.http.put.
---@class mix.HttpPutOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of mix.http.patch.
---@class mix.HttpPatchOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of mix.http.delete.
---@class mix.HttpDeleteOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of mix.http.request.
---@class mix.HttpRequestOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field ttl? number|string keep the answer this long whatever its headers say; 0: not at all
---@field allow_expired? boolean serve an expired answer when the network fails (default true)
---@field reload? boolean pass the cache by and store what comes
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? "follow"|"none"|"error" "follow" (default), "none": the redirect is the answer, "error": it is a failure
---@field max_bytes? integer|string the largest body in decoded bytes (default 2,000,000)
---@field timeout? number|string over all attempts and waits (default 120 s)
---@field patience? number|string the longest pause to wait for when the service asks for one; a longer one is the error {kind = "paused", until, upstream} (default: the timeout)
---@field pause? "service"|"route" what a pause that the service asks for holds up: all requests to it (default), or those of this method and path
---@field writes? boolean whether a GET changes something at the service: it is never repeated, kept or shared
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)
---@field body? string the body as text or bytes; text/plain or application/octet-stream unless a header says it
---@field json? any the body as a value, sent as JSON
---@field form? table the body as fields of a form
---@field body_file? string the body is this file, read while it is sent
---@field multipart? table<string, any> the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these

---The options of mix.http.download.
---@class mix.HttpDownloadOptions
---@field headers? table<string, string> further header fields
---@field query? table parameters to append to the address; lists repeat the name
---@field progress? function called with the bytes that are there and those there will be (nil: unknown), now and then
---@field retry? boolean try again on failures that may pass (default true)
---@field redirect? string as in get
---@field max_bytes? integer|string the largest file (default 10GB)
---@field timeout? number|string over all attempts and waits (default 1d)
---@field connect_timeout? number|string to connect (default 10 s)
---@field idle_timeout? number|string without a byte (default 15 s)

---The options of mix.http.client.
---@class mix.HttpClientOptions
---@field base? string put in front of the addresses given
---@field upstream? string a service of a program's manifest: its address as base, with the limits that it asks for
---@field name? string names the limits; the same name shares them
---@field headers? table<string, string> sent with every request
---@field bearer? string a setting such as shop.token, whose text is sent as bearer token to its own service only
---@field bearer_scheme? string the words before that token (default "Bearer "), such as "Discogs token="
---@field secret_headers? table<string, string> header fields with the settings whose texts they carry, to their own service only: {["X-Api-Key"] = "shop.key"}
---@field key_parameter? string with bearer: where the setting is a key (hexadecimal digits alone), this query parameter carries it
---@field secret_path? string a setting such as shop.path, whose text is put behind the addresses of its own service on the wire alone
---@field credentials? boolean send what the setting http.credentials has for the base's origin, to that origin only
---@field cookies? boolean keep cookies and send them back, as long as the client lives (default false)
---@field cert? string a PEM file: the certificate that is shown to the base's origin
---@field key? string a PEM file: its key; missing: in cert
---@field rate? string requests per time: "20/min", "1/s", "50/5s"; "none"
---@field concurrency? integer requests in flight at once, 1 or more
---@field retry? boolean try again on failures that may pass (default true)
---@field ttl? number|string as in get, for every request
---@field redirect? "follow"|"none"|"error" as in get, for every request
---@field timeout? number|string as in get, for every request
---@field connect_timeout? number|string as in get, for every request
---@field idle_timeout? number|string as in get, for every request
---@field rate_limit_statuses? integer[] statuses that mean "too many requests", besides 429; 400 to 599
---@field max_bytes? integer|string as in get, for every request

---The options of mix.http.reach.
---@class mix.HttpReachOptions
---@field timeout? number|string the longest wait (default 3s)

---The options of mix.http.traffic.
---@class mix.HttpTrafficOptions
---@field since? number|string how far back, at most two hours (default 1 h)

---The options of mix.http.upstream.
---@class mix.HttpUpstreamOptions
---@field client? string the name of the client that asks it

---HTTP with caching, rate limits, retries and single-flight.
---@class mix.http
local http = {}

---Gets an address: from the cache while it is fresh, else over the network.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local page = assert(mix.http.get("https://example.com", {ttl = "24h"}))
---```
---@param url string an absolute https address
---@param options? mix.HttpGetOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.get(url, options) end

---Asks for the header of an address only.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.http.head(url).headers["content-length"])
---```
---@param url string an absolute address
---@param options? mix.HttpHeadOptions what may be set
---@return mix.HttpResponse? # the answer, its body empty
---@return mix.Error? err # nil, err when none came
function http.head(url, options) end

---Sends a POST request.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer = mix.http.post(url, {json = {id = 1}})
---```
---@param url string an absolute address
---@param options? mix.HttpPostOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.post(url, options) end

---Sends a PUT request.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer = mix.http.put(url, {json = {id = 1}})
---```
---@param url string an absolute address
---@param options? mix.HttpPutOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.put(url, options) end

---Sends a PATCH request.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer = mix.http.patch(url, {json = {id = 1}})
---```
---@param url string an absolute address
---@param options? mix.HttpPatchOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.patch(url, options) end

---Sends a DELETE request.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer = mix.http.delete(url, {json = {id = 1}})
---```
---@param url string an absolute address
---@param options? mix.HttpDeleteOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.delete(url, options) end

---Sends a request with any method.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local answer = mix.http.request("OPTIONS", url)
---```
---@param method string GET, HEAD, PATCH, …
---@param url string an absolute address
---@param options? mix.HttpRequestOptions what may be set
---@return mix.HttpResponse? # the answer, whatever its status
---@return mix.Error? err # nil, err when none came
function http.request(method, url, options) end

---Downloads into a file: cut connections are resumed, and so is the part that an earlier run has left.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local file = assert(mix.http.download(url, mix.fs.data("covers/1.jpg")))
---```
---@param url string an absolute address
---@param path string the file to replace, in a folder granted for writing
---@param options? mix.HttpDownloadOptions what may be set
---@return mix.HttpDownload? # what came of it
---@return mix.Error? err # nil, err of kind io when the disk refuses, else as for get; the part stays
function http.download(url, path, options) end

---Makes a client: a base address with its own headers, limits and defaults.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local api = mix.http.client{base = "https://api.example.org", rate = "20/min"}
---```
---@param options? mix.HttpClientOptions what may be set
---@return mix.HttpClient # with get, head, post, put, patch, delete, request and download
function http.client(options) end

---Counters since the start.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.http.stats().sent)
---```
---@return mix.HttpCounters # of all scripts of this run
function http.stats() end

---The requests that wait for their upstream: for whom, why, until when.
---
---```lua
---local wait = mix.http.waiting()[1]
---```
---@return mix.HttpWait[] # the longest first
function http.waiting() end

---The declaration of a service in the programs' manifests.
---
---```lua
---print(mix.http.service("shop").base)
---```
---@param name string its name among the upstreams, such as shop
---@return mix.HttpService # its address and limits
function http.service(name) end

---What a failure means: for this question, or for the next one as well.
---
---```lua
---print(mix.http.failure_class("http", 503))  --> passing
---```
---@param kind? string that of an error of mix.http, or a provider's own
---@param status? integer the answer's
---@return "refused"|"gone"|"passing"|"limit"|"lasting" # the class
function http.failure_class(kind, status) end

---Connects to an address, TLS included, and sends no request: whether a service can be reached.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.http.reach("https://example.com"))
---```
---@param url string an absolute https address
---@param options? mix.HttpReachOptions what may be set
---@return number? # the seconds that it took
---@return mix.Error? err # nil, err when there is no connection
function http.reach(url, options) end

---Requests to hosts by the minute: of all processes of this home where a host has a rate limit, else of this one.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, m in ipairs(mix.http.traffic()) do print(m.host, m.sent) end
---```
---@param options? mix.HttpTrafficOptions what may be set
---@return mix.HttpMinute[] # by time and host; minutes without requests are missing
function http.traffic(options) end

---The state of an upstream, without asking it: its limit, a pause, its last failure.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.http.upstream(url).paused_until)
---```
---@param url string an address of it
---@param options? mix.HttpUpstreamOptions what may be set
---@return mix.HttpUpstream # its state
function http.upstream(url, options) end

---Walks over stored records: `for x in iterator do … end`.
---@class mix.Iterator
local iterator = {}

---The options of mix.jobs.enqueue.
---@class mix.JobsEnqueueOptions
---@field job? integer adds to this job; missing: a new one
---@field name? string what a new job is called (default "enrich")
---@field priority? integer higher ones go first (default 0)

---The options of mix.jobs.run.
---@class mix.JobsRunOptions
---@field concurrency? integer items at once, 1 to 256 (default 6)
---@field limit? integer items started at most, 1 or more
---@field resume? boolean whether canceled jobs continue, too (default: the one that is named, of all jobs none)
---@field paused? boolean whether jobs that have paused continue (default true)
---@field lease? number|string how long an item may stay with a process that hangs (default 60 s)
---@field item_time? number|string how long the handler may take for an item (default 15 min); a later one counts as timed out
---@field prepare? function called with a list of {id, job, work}, some 50 at a time, before the handler gets them: one request may serve many; while an upstream that it asks is to be left alone (it raises or returns nil and an error of kind paused or offline) the items wait, other failures that may pass are left to the handler, and anything else that it raises ends the run
---@field retry? mix.JobsRetry changes the retry table: {throttled = {1, 2, 4, 8}, unavailable_wait = 30, unavailable_times = 20, timeouts = 3, attempts = 10, patience = 31}
---@field on_event? function called with {event = started|item|progress|retry|waiting|…}

---The options of mix.jobs.retry.
---@class mix.JobsRetryOptions
---@field failed? boolean those that failed
---@field job? integer of this job only
---@field works? table the items of these works, whatever they ended as

---The options of mix.jobs.export.
---@class mix.JobsExportOptions
---@field state? string ready, leased, waiting, enriched, uncertain, not_found, failed or removed

---A queue of works that survives crashes and may be shared by processes.
---@class mix.jobs
local jobs = {}

---Queues works; a work that is queued already gets the higher priority of the two.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local queued = mix.jobs.enqueue({status = "pending"})
---```
---@param works any a list of numbers, or {status, kind, job, ids, limit} as mix.library.list takes
---@param options? mix.JobsEnqueueOptions what may be set
---@return table # {job, added, already, missing}
function jobs.enqueue(works, options) end

---Works on the queue until nothing is left; what fails is tried again by the retry table.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local summary = mix.jobs.run(job, {concurrency = 6}, enrich)
---```
---@param job? integer a job's number, resumed when it was stopped; nil: all jobs that are open or paused
---@param options? mix.JobsRunOptions what may be set
---@param handler function called with {id, job, work, attempt, decided (the user has accepted a candidate or none before)}; returns {status, fields, source, score, candidates, reason, cached}, or nil, err
---@return table # {state = done|paused|canceled|limit, reason, processed, enriched, uncertain, not_found, failed, removed, retries, seconds}
function jobs.run(job, options, handler) end

---Where a job stands.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local job = mix.jobs.progress()
---```
---@param job? integer nil: the newest one
---@return table|nil # {job, name, state, total, queued, running, waiting, enriched, uncertain, not_found, failed, removed, done, created, updated, worked_on (whether some process works on the queue)}
function jobs.progress(job) end

---All jobs, newest first, each as mix.jobs.progress returns it, without worked_on.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, job in ipairs(mix.jobs.status()) do print(job.state) end
---```
---@return table # a list
function jobs.status() end

---Stops a job: nothing new is started within a second, the rest stays queued.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.jobs.cancel(3)
---```
---@param job? integer nil: all that are open
---@return integer # how many jobs
function jobs.cancel(job) end

---Puts finished items back into the queue, with fresh counts.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.jobs.retry{failed = true}
---```
---@param options? mix.JobsRetryOptions what may be set
---@return integer # how many
function jobs.retry(options) end

---Walks over the kept log: created, retry, failed, lost, removed, canceled, paused, resumed, done.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for event in mix.jobs.events() do print(event.event, event.reason) end
---```
---@param job? integer nil: all jobs
---@return mix.Iterator # gives {id, job, time, event, work, attempt, wait, reason}
function jobs.events(job) end

---Walks over a job's items.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for item in mix.jobs.export(1, {state = "failed"}) do print(item.error) end
---```
---@param job integer a job's number
---@param options? mix.JobsExportOptions what may be set
---@return mix.Iterator # gives {id, work, state, priority, attempts, error, due}
function jobs.export(job, options) end

---The options of mix.json.encode.
---@class mix.JsonEncodeOptions
---@field indent? integer spaces a level, 0 to 16 (default 0: one line)
---@field pretty? boolean indent by 2
---@field ascii? boolean everything above U+007F as \u escapes
---@field sort_keys? boolean keys in byte order (default true)
---@field on_invalid? "error"|"replace" "error" (default), or "replace": U+FFFD for each byte that is not UTF-8

---The options of mix.json.decode.
---@class mix.JsonDecodeOptions
---@field null? "value"|"nil" "value" (default): mix.json.null; "nil": keys are left out, arrays get holes
---@field max_depth? integer nested levels, 1 to 1000 (default 512)

---JSON into Lua values and back.
---@class mix.json
---@field null lightuserdata A JSON null, kept apart from nil: a table can hold it.
local json = {}

---Writes a value as JSON.
---
---```lua
---print(mix.json.encode({title = "Halo", tags = mix.json.array{}}, {pretty = true}))
---```
---@param value any nil, null, boolean, number, string or table
---@param options? mix.JsonEncodeOptions what may be set
---@return string # the text; a table is an array when its keys are 1…n or it is marked as one
function json.encode(value, options) end

---Reads a JSON text.
---
---```lua
---local data = assert(mix.json.decode('{"a": [1, 2.5, null]}'))
---```
---@param text string the text, UTF-8
---@param options? mix.JsonDecodeOptions what may be set
---@return any # the value
---@return mix.Error? err # nil, err of kind parse with line, column, offset when it is not JSON
function json.decode(text, options) end

---Marks a table as an array, so that an empty one is written as [].
---
---```lua
---print(mix.json.encode{genres = mix.json.array()})
---```
---@generic T
---@param table? T the table; a new one when it is left out
---@return T # the same table
function json.array(table) end

---Marks a table as an object: its keys must be strings.
---
---```lua
---print(mix.json.encode{facts = mix.json.object()})  --> {"facts":{}}
---```
---@generic T
---@param table? T the table; a new one when it is left out
---@return T # the same table
function json.object(table) end

---Whether a value is written as an array: it is marked as one, or its keys are 1…n.
---
---```lua
---print(mix.json.is_array({1, 2}))  --> true
---```
---@param value any any value
---@return boolean # whether it is
function json.is_array(value) end

---Walks over stored records: `for x in iterator do … end`.
---@class mix.Iterator
local iterator = {}

---The options of mix.library.import.
---@class mix.LibraryImportOptions
---@field kind? "book"|"track"|"film" what they are (default book)
---@field source? string the name of the file's format (default "import")
---@field dry_run? boolean report only, change nothing
---@field strict? boolean import nothing when a row is rejected
---@field on_duplicate? "skip"|"fill" "skip" (default), or "fill": add what the work that is there lacks
---@field on_saved? function saves in steps, so that others can write meanwhile, and calls this after each with {added, filled, duplicate_count, rejected_count} so far; what is saved stays when the import fails later. Not with dry_run or strict

---The options of mix.library.get.
---@class mix.LibraryGetOptions
---@field compare? boolean add `original`: what the user's file said

---The options of mix.library.find.
---@class mix.LibraryFindOptions
---@field isbn? string ISBN-10 or 13, hyphens allowed
---@field identifier? string[] {name, value}
---@field title? string words in the title; case and accents do not count
---@field creator? string words in the first creator's name
---@field text? string words in title or creator
---@field kind? "book"|"track"|"film" what they are
---@field status? any a status or a list of them
---@field limit? integer works at most, 1 or more (default 50)

---The options of mix.library.status.
---@class mix.LibraryStatusOptions
---@field kind? "book"|"track"|"film" what they are; missing: all

---The options of mix.library.list.
---@class mix.LibraryListOptions
---@field status? any a status or a list of them
---@field kind? "book"|"track"|"film" what they are
---@field job? integer what this job merged
---@field ids? integer[] works' numbers
---@field compare? boolean add `original`: what the user's file said
---@field fields? string[] the names of the fields that are wanted, such as title or identifiers.isbn13: the works then have these alone, neither sources nor candidates, and are read several times as fast
---@field limit? integer works at most, 1 or more (default: all)

---The options of mix.library.update.
---@class mix.LibraryUpdateOptions
---@field source? string who says so (default "script")
---@field status? string the new status
---@field score? number how well it fits, 0 to 1
---@field error? string why it failed or is uncertain
---@field candidates? table candidates to decide on
---@field job? integer the job that found it out, for undo
---@field refresh? boolean replace what providers said before (default false)

---The options of mix.library.edit.
---@class mix.LibraryEditOptions
---@field clear? string[] fields to take away, such as year or identifiers.isbn10
---@field forget? boolean take away what anybody but the user has said (default false)
---@field status? string the new status; its candidates, score and error go

---The options of mix.library.undo.
---@class mix.LibraryUndoOptions
---@field job? integer what this job merged
---@field last? boolean the last act; a whole job when a job did it

---The options of mix.library.decide.
---@class mix.LibraryDecideOptions
---@field score? number how well it fits, 0 to 1

---The options of mix.library.export.
---@class mix.LibraryExportOptions
---@field status? any a status or a list of them
---@field kind? "book"|"track"|"film" what they are
---@field job? integer what this job merged
---@field ids? integer[] works' numbers
---@field format? "csv"|"json"|"ndjson" of the text (default ndjson)
---@field compare? boolean add what the user's file said beside each field

---Stored works: the values of the user's files, the matches, the decisions.
---@class mix.library
local library = {}

---Adds records as works, all in one transaction or in steps.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local report = mix.library.import({{title = "Dune"}}, {source = "list"})
---```
---@param records table|function a list of records, or an iterator: it returns a record, or nil, reason, row for a row it rejects, or nil at the end; with placeholder = true in a record its title only stands in until one is found
---@param options? mix.LibraryImportOptions what may be set
---@return table # {added, filled, ids, duplicates = {{row, work, of, by}}, duplicate_count, rejected = {{row, reason}}, rejected_count}; lists hold 1,000 at most
function library.import(records, options) end

---Reads a work.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.library.get(7).title)
---```
---@param id integer its number
---@param options? mix.LibraryGetOptions what may be set
---@return table|nil # the work: record, id, kind, status, sources, …; nil when there is none
function library.get(id, options) end

---Looks works up; all conditions count.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local found = mix.library.find{title = "dune"}
---```
---@param options? mix.LibraryFindOptions what may be set
---@return table # a list of works
function library.find(options) end

---Counts works by status.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.library.status().uncertain)
---```
---@param options? mix.LibraryStatusOptions what may be set
---@return table # {total, pending, queued, enriched, uncertain, not_found, failed}
function library.status(options) end

---Walks over works by number; pages are read as they are needed.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for work in mix.library.list{status = "failed"} do print(work.title, work.error) end
---```
---@param options? mix.LibraryListOptions what may be set
---@return mix.Iterator # gives a work, nil at the end
function library.list(options) end

---Merges fields into a work: fills missing ones. Values of the user's file are never replaced.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.update(7, {pages = 412}, {source = "catalogue"})
---```
---@param id integer the work's number
---@param fields any a record; nil: none
---@param options? mix.LibraryUpdateOptions what may be set
---@return table? # {changed = names of the fields that changed}
---@return mix.Error? err # nil, err when there is no such work
function library.update(id, fields, options) end

---Changes what the user says of a work: fields of files and providers are replaced, and no provider replaces them again; mix.library.undo takes it back.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.edit(7, {title = "Dune"}, {clear = {"year"}, status = "pending"})
---```
---@param id integer the work's number
---@param fields any a record; nil: none
---@param options? mix.LibraryEditOptions what may be set
---@return table? # {changed = names of the fields that changed}
---@return mix.Error? err # nil, err when there is no such work
function library.edit(id, fields, options) end

---Takes back what a job or the last act changed: fields and status are as before.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.undo{last = true}
---```
---@param options? mix.LibraryUndoOptions what may be set
---@return table # {works, fields}: how many
function library.undo(options) end

---Removes a work; its queued items go at their turn.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.delete(7)
---```
---@param id integer its number
---@return boolean # whether there was one
function library.delete(id) end

---Removes all works and decisions, and cancels the jobs first.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.reset()
---```
---@return integer # how many works
function library.reset() end

---Keeps what the user decided on an uncertain work, and applies it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.decide(work.id, "accept", work.candidates[1])
---```
---@param id integer the work's number
---@param verdict string accept, skip or none
---@param candidate any the one to accept, with its fields; else nil
---@param options? mix.LibraryDecideOptions what may be set
---@return table? # the work
---@return mix.Error? err # nil, err when there is no such work
function library.decide(id, verdict, candidate, options) end

---Walks over the kept decisions, as lines of NDJSON that any machine can replay.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for line in mix.library.decisions() do print(line) end
---```
---@return mix.Iterator # gives a text without line end
function library.decisions() end

---Takes over decisions: kept for later runs, and applied to uncertain works at once.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.library.replay(io.lines and lines or {})
---```
---@param lines table|function a list of NDJSON lines, or an iterator that returns them
---@return table # {applied, kept, rejected = {{line, reason}}, rejected_count}; the list holds 1,000 at most
function library.replay(lines) end

---Writes works as text, piece by piece, so that memory stays flat.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for text in mix.library.export{format = "csv"} do io.write(text) end
---```
---@param options? mix.LibraryExportOptions what may be set
---@return mix.Iterator # gives pieces of text
function library.export(options) end

---The options of link.file:add_keyed.
---@class mix.LinkFileAddKeyedOptions
---@field jobs? integer how many cores, 1 to 64 (default: all that there are)
---@field shared? string a key that each row has besides (default: none)

---The options of link.file:near.
---@class mix.LinkFileNearOptions
---@field most? integer candidates of a row, 1 to 100,000 (default 10)
---@field common? integer a key of more rows than this says nothing, 1 to 100,000 (default 200)
---@field share? number candidates that weigh less than this share of the best are left out (default 0.3)
---@field before? boolean among the left table's rows before each (default false)

---The options of link.file:compare.
---@class mix.LinkFileCompareOptions
---@field jobs? integer how many cores, 1 to 64 (default: all that there are)
---@field rows? integer the most rows, 1 to 100,000 (default 4,000)
---@field most? integer candidates of a row, 1 to 100,000 (default 10)
---@field common? integer a key of more rows than this says nothing, 1 to 100,000 (default 200)
---@field share? number candidates that weigh less than this share of the best are left out (default 0.3)
---@field within? boolean the left table with itself, each pair once (default false)

---The rows, keys and decisions of one run, in a file.
---@class mix.LinkFile
local link_file = {}

---Reads a note that is kept with the rows.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local done = tonumber(file:note("done"))
---```
---@param name string of the note
---@return string? # nil: there is none
function link_file:note(name) end

---Keeps a note with the rows, such as how far a run has come.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:set_note("rules", "match/tracks")
---```
---@param name string of the note
---@param value string a text
function link_file:set_note(name, value) end

---Closes the file; nothing can be done with it then.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:close()
---```
function link_file:close() end

---Closes the file and removes it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:remove()
---```
---@return boolean # whether it was open; a closed file stays
function link_file:remove() end

---Adds rows to a table, numbered on from those that are there.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:add("left", {mix.json.encode(row)}, {table.concat(keys, "\n")})
---```
---@param side string left or right
---@param records string[] each row as a text, such as JSON
---@param keys string[] the blocking keys of each row, one on each line
---@param gold? string[] what rows of one work have in common, where that is known; "": not known
---@param read? string a note SIDE_read that is kept in the same step
---@return integer? # how many rows the table has now
---@return mix.Error? err # nil, err when they cannot be kept
function link_file:add(side, records, keys, gold, read) end

---How many rows a table has.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(file:count("left"))
---```
---@param side string left or right
---@return integer # 0 or more
function link_file:count(side) end

---Builds the index over the keys of a table: after its last row, before near.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:index("right")
---```
---@param side string left or right
---@return integer? # how many keys its rows have
---@return mix.Error? err # nil, err when it cannot be built
function link_file:index(side) end

---Adds rows as add does, with the keys that blocking rules give them, on several cores.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:add_keyed("left", {mix.json.encode(row)}, mix.rules.load("block/tracks"))
---```
---@param side string left or right
---@param records string[] each row as a JSON object
---@param rules mix.RulesBlock from mix.rules.load
---@param gold? string[] what rows of one work have in common, where that is known; "": not known
---@param options? mix.LinkFileAddKeyedOptions what may be set
---@return mix.LinkUnkeyed[]? # the rows on which a rule raised
---@return mix.Error? err # nil, err when they cannot be kept
function link_file:add_keyed(side, records, rules, gold, options) end

---Rows of the left table with the indexed rows that share keys with them.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, query in ipairs(file:near(1, 500)) do print(#query.candidates) end
---```
---@param first integer the first row's number
---@param count integer how many rows, 1 to 10,000
---@param options? mix.LinkFileNearOptions what may be set
---@return mix.LinkQuery[] # in the order of the rows; empty after the last
function link_file:near(first, count, options) end

---How many pairs of rows have the same gold value.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(file:gold_pairs())
---```
---@param within? boolean pairs within the left table (default: across the two)
---@return integer # what perfect rules would find
function link_file:gold_pairs(within) end

---Compares the next rows of the left table with those that share keys, by match rules, on several cores, and keeps the decisions. Records are JSON objects. It continues where it stopped, by the notes done, pairs and covered.
---
---Waits: other tasks run meanwhile.
---
---```lua
---while file:compare(rules) do end
---```
---@param rules mix.Rules from mix.rules.load
---@param options? mix.LinkFileCompareOptions what may be set
---@return mix.LinkProgress? # how far it has come; nil after the last row
function link_file:compare(rules, options) end

---Keeps decisions about pairs; a user's decision is never replaced.
---
---Waits: other tasks run meanwhile.
---
---```lua
---file:decide({{left = 1, right = 7, score = 0.93, state = "matched"}}, 500)
---```
---@param decisions mix.LinkDecision[] link.decision tables
---@param done? integer a note "done" that is kept in the same step
---@return boolean? # true
---@return mix.Error? err # nil, err when they cannot be kept
function link_file:decide(decisions, done) end

---All uncertain pairs of the next rows of the left table that have some.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local first = file:doubts(0, 1)[1]
---```
---@param after integer the number of a row; 0: from the beginning
---@param limit integer how many rows, 1 to 10,000
---@param within? boolean pairs within the left table (default: across the two)
---@return mix.LinkDoubt[] # by the left row; empty after the last
function link_file:doubts(after, limit, within) end

---How many pairs were decided each way.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(file:tally().uncertain)
---```
---@return table # {matched, uncertain, confirmed, refused}
function link_file:tally() end

---Links the rows of matched pairs: each left row once. With `single` the pairs are taken whose scores add up to most, with alternatives where a row's best is another's.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local links = file:assign(true)
---```
---@param single? boolean each right row once, too (default false)
---@param best_first? boolean with single: the best pair, then the next, without alternatives
---@return integer # how many links; how many rows match and have none; how many are in groups too large to be solved, where the best pairs were taken first
---@return integer
---@return integer
function link_file:assign(single, best_first) end

---Puts rows of the left table that matched, directly or by others, together.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local clusters, rows = file:cluster()
---```
---@return integer # how many clusters of two or more, and how many rows are in them
---@return integer
function link_file:cluster() end

---Rows of the left table with their links, or with the first rows of their clusters.
---
---Waits: other tasks run meanwhile.
---
---```lua
---for _, row in ipairs(file:results(1, 500)) do print(row.row, row.other) end
---```
---@param first integer the first row's number
---@param count integer how many rows, 1 to 10,000
---@param clusters? boolean what cluster made, not assign (default false)
---@return mix.LinkResult[] # in the order of the rows; empty after the last
function link_file:results(first, count, clusters) end

---How many links, or pairs of one cluster, are right and wrong by the gold values.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local right, wrong = file:judged()
---```
---@param clusters? boolean what cluster made, not assign (default false)
---@return integer # right, wrong
---@return integer
function link_file:judged(clusters) end

---Which rows of large tables belong together: an index of blocking keys on disk.
---@class mix.link
local link = {}

---Opens a file for the rows, keys and decisions of one run, or makes it.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local file = assert(mix.link.open(mix.fs.data("linking/run.sqlite")))
---```
---@param path string of the file, such as mix.fs.data("linking/run.sqlite")
---@return mix.LinkFile? # what is in it
---@return mix.Error? err # nil, err when it cannot be used
function link.open(path) end

---Writes to the program's log: standard error, and the rotated file.
---@class mix.log
local log = {}

---Logs the finest steps.
---
---```lua
---mix.log.trace("looked up", {artist = name, hits = #found})
---```
---@param message string one line, of which 64 KB are kept
---@param fields? table what belongs to it, by name
function log.trace(message, fields) end

---Logs what helps to find a fault.
---
---```lua
---mix.log.debug("looked up", {artist = name, hits = #found})
---```
---@param message string one line, of which 64 KB are kept
---@param fields? table what belongs to it, by name
function log.debug(message, fields) end

---Logs what happens.
---
---```lua
---mix.log.info("looked up", {artist = name, hits = #found})
---```
---@param message string one line, of which 64 KB are kept
---@param fields? table what belongs to it, by name
function log.info(message, fields) end

---Logs what may be wrong; shown unless --log-level says otherwise.
---
---```lua
---mix.log.warn("looked up", {artist = name, hits = #found})
---```
---@param message string one line, of which 64 KB are kept
---@param fields? table what belongs to it, by name
function log.warn(message, fields) end

---Logs what went wrong.
---
---```lua
---mix.log.error("looked up", {artist = name, hits = #found})
---```
---@param message string one line, of which 64 KB are kept
---@param fields? table what belongs to it, by name
function log.error(message, fields) end

---Mail through the user's own server, the setting mail.server.
---@class mix.mail
local mail = {}

---Sends a message over TLS; a spec answers it as MAIL and the server's address, with SMTP's status.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.mail.send({"me@example.org"}, "News", "There are three.", "news-17")
---```
---@param to string[] the recipients, 1 to 20
---@param subject string one line
---@param text string plain text
---@param id string the same for the same message: letters, digits, - and _
---@return boolean? # true
---@return mix.Error? err # nil, err of kind refused (for good), passing, or unknown: whether it arrived is not known
function mail.send(to, subject, text, id) end

---The options of mix.match.evaluate.
---@class mix.MatchEvaluateOptions
---@field seed? integer of the resampling and the folds; default 1
---@field resamples? integer for the interval of F1, 0 to 100,000; default 1,000
---@field folds? integer cross-validate the accept threshold, 2 to 100 folds
---@field sweep? boolean measure every threshold in 20 steps
---@field wrong? integer the most wrong pairs to list; default all

---Explainable matching by rules.
---@class mix.match
local match = {}

---Checks rules that a script declares in place; rule files are loaded by mix.rules.load.
---
---```lua
---local rules = mix.match.rules{features = features, accept = 0.9, review = 0.6, margin = 0.02}
---```
---@param rules mix.MatchRule as a rule file returns it; `kind` may be left out
---@return mix.Rules # for best, explain and evaluate
function match.rules(rules) end

---Scores candidates by rules and decides.
---
---```lua
---local m = mix.match.best(entry, results, mix.rules.load("match/tracks"))
---```
---@param query table what is looked for
---@param candidates table[] what was found, in the source's order
---@param rules mix.Rules from mix.rules.load or mix.match.rules
---@return mix.MatchDecision # which one, how sure, and why
function match.best(query, candidates, rules) end

---As best, with every gate and feature of every candidate.
---
---```lua
---local lead = mix.match.explain(entry, results, rules).versus
---```
---@param query table what is looked for
---@param candidates table[] what was found, in the source's order
---@param rules mix.Rules from mix.rules.load or mix.match.rules
---@return mix.MatchExplanation # the decision with all that led to it
function match.explain(query, candidates, rules) end

---Measures rules on labelled pairs.
---
---```lua
---print(mix.match.evaluate(pairs, mix.rules.load("match/books")).f1)
---```
---@param pairs mix.MatchPair[] what was labelled by hand
---@param rules mix.Rules from mix.rules.load or mix.match.rules
---@param options? mix.MatchEvaluateOptions what may be set
---@return mix.MatchEvaluation # the figures, and the pairs that were decided wrongly
function match.evaluate(pairs, rules, options) end

---Merged sources: `for item in list do … end` walks over them, fetching as it goes.
---@class mix.MergeList
local merge_list = {}

---The next items, fetched as needed.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local page = list:take(20)
---```
---@param count? integer how many at most (default: all that are left)
---@return any[]? # fewer than count at the end only
---@return mix.Error? err # nil, err when every source failed
function merge_list:take(count) end

---The sources that could not continue; their other items are still given.
---
---```lua
---for _, f in ipairs(list:failures()) do print(f.name, f.error.message) end
---```
---@return mix.MergeFailure[] # in the order in which they failed
function merge_list:failures() end

---How far it is.
---
---```lua
---if list:state() == "capped" then print("and more") end
---```
---@return "open"|"ended"|"capped"|"closed" # capped: cap items were given
function merge_list:state() end

---How many items were given.
---
---```lua
---print(list:given())
---```
---@return integer # 0 or more
function merge_list:given() end

---Lets the sources that failed continue: asks again for the page that they could not give.
---
---```lua
---if #list:failures() > 0 then list:retry() end
---```
function merge_list:retry() end

---Ends it: no source is asked any more.
---
---```lua
---list:close()
---```
function merge_list:close() end

---The options of mix.merge.sorted.
---@class mix.MergeSortedOptions
---@field by? string|mix.MergeKey|string[]|mix.MergeKey[]|fun(a: any, b: any): boolean the order: "field" ascending, "-field" descending, a merge.key, a list of these, a function of two items that says whether the first comes first, or "rank" (default): each source's own order, the first of each, then the second of each
---@field tie? string|mix.MergeKey|string[]|mix.MergeKey[] further keys, as in by, for items that are equal
---@field unique? string|string[]|fun(item: any): any items that are equal in this field, in all of these fields, or in what this function returns are given once; an item without a value is always given
---@field lookahead? integer items of a source that are buffered at most in search of equals of the first key, 1 to 100,000 (default 40)
---@field cap? integer items that are given in all; 0: all there are (default 500)

---Merges lists, iterators and pages of services into one order.
---@class mix.merge
local merge = {}

---Merges sources, each in order, into one order. Pages are fetched when they are needed.
---
---```lua
---for film in mix.merge.sorted({new, old}, {by = "-date"}) do print(film.title) end
---```
---@param sources any[][]|mix.MergeSource[]|function[] lists, iterators (functions that give the next item), or merge.source tables
---@param options? mix.MergeSortedOptions what may be set
---@return mix.MergeList # to be walked over, or read by take
function merge.sorted(sources, options) end

---The options of mix.policy.due.
---@class mix.PolicyDueOptions
---@field key? string what the history is about, such as an address (default: the name)
---@field rule? string a refresh rule: "adaptive" is rules/refresh/adaptive.lua (default: the name)
---@field every? number|string the interval that the user asked for
---@field forced? boolean whether the user wants it now (default false)
---@field visible? boolean whether somebody looks at it (default true)
---@field begin? boolean when it is due, keeps other runs from beginning until record says how this one ended, a minute at most (default false)

---The options of mix.policy.record.
---@class mix.PolicyRecordOptions
---@field key? string what the history is about, such as an address (default: the name)
---@field changes? number[] when what was new came, in seconds since 1970 (default: nothing new)
---@field not_before? number until when the source asked to be left alone, in seconds since 1970
---@field error? string what went wrong, or why there was nothing to fetch, in one line
---@field idle? boolean there was nothing to fetch: neither a success nor a failure (default false)

---The options of mix.policy.history.
---@class mix.PolicyHistoryOptions
---@field key? string what the history is about, such as an address (default: the name)

---Refresh policies, with what they know kept between runs.
---@class mix.policy
local policy = {}

---Asks a refresh rule whether it is time.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if mix.policy.due("chart", {every = "6h"}).due then load() end
---```
---@param name string what is fetched, such as "chart"
---@param options? mix.PolicyDueOptions what may be set
---@return mix.RefreshAnswer # what to do, when and why
function policy.due(name, options) end

---Asks a refresh rule about facts of the script's own: for trying rules out.
---
---```lua
---mix.policy.decide("fixed", {now = 0, every = 3600})
---```
---@param rule string below refresh: "adaptive"
---@param facts any as refresh rules get them; only `now` is needed
---@return mix.RefreshAnswer # what to do, when and why
function policy.decide(rule, facts) end

---Keeps how a try went, for the next question.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.policy.record("chart", answer ~= nil)
---```
---@param name string what is fetched, such as "chart"
---@param ok boolean whether it was fetched
---@param options? mix.PolicyRecordOptions what may be set
function policy.record(name, ok, options) end

---The record of earlier tries.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(mix.policy.history("chart").failures)
---```
---@param name string what is fetched, such as "chart"
---@param options? mix.PolicyHistoryOptions what may be set
---@return table # {since, last_success, last_failure, last_attempt, failures, error, not_before, changes}, as refresh rules get them
function policy.history(name, options) end

---The refreshers, as the settings want them.
---
---```lua
---for _, refresher in ipairs(mix.policy.refreshers()) do print(refresher.name) end
---```
---@return mix.RefreshRefresher[] # those of all programs
function policy.refreshers() end

---A generator with a state of its own.
---@class mix.Random
local random = {}

---A number from 0 up to, without, 1.
---
---```lua
---if r:random() < 0.5 then swap() end
---```
---@return number # 53 random bits
function random:random() end

---An integer of random bits.
---
---```lua
---local seed = r:getrandbits(32)
---```
---@param k integer how many bits, 0 to 100,000
---@return integer|mix.RandomInteger # an integer for at most 63 bits, {int = "…"} for more
function random:getrandbits(k) end

---A whole number of a range, as Python's range(start, stop, step).
---
---```lua
---local die = r:randrange(1, 7)
---```
---@param start integer the first; alone: the end of a range from 0
---@param stop? integer the end, not in the range
---@param step? integer the distance, not 0 (default 1)
---@return integer # one of the range
function random:randrange(start, stop, step) end

---Shuffles a list in place.
---
---```lua
---r:shuffle(tracks)
---```
---@generic T
---@param list T[] 1…n, at most 1,000,000; what a rule was given is refused
function random:shuffle(list) end

---Chooses elements of a list, each place at most once.
---
---```lua
---local some = r:sample(tracks, 10)
---```
---@generic T
---@param list T[] 1…n, at most 1,000,000
---@param k integer how many, 0 to n
---@return T[] # in the order in which they were chosen
function random:sample(list, k) end

---Random numbers from a seed, as CPython's random.Random gives them. Not for secrets.
---@class mix.random
local random = {}

---Makes a generator: the same seed, the same numbers.
---
---```lua
---local r = mix.random.new(1234); r:shuffle(tracks)
---```
---@param seed number|string|mix.RandomInteger a number, a text (seeded as Python 3 does), or an integer of any size as {int = "…"}
---@return mix.Random # with random, getrandbits, randrange, shuffle and sample
function random.new(seed) end

---Reads and compares the records of a table.
---@class mix.RecordsSpace
local records_space = {}

---Reads the cells of a record.
---
---```lua
---local record = space:read({"Dune", "1965"})
---```
---@param cells string[] in the order of the columns, "" for a missing one
---@return mix.RecordsRecord # for compare
function records_space:read(cells) end

---Compares two records.
---
---```lua
---local levels = space:compare(space:read(one), space:read(other))
---```
---@param one mix.RecordsRecord from read
---@param other mix.RecordsRecord from read
---@return number[] # for each comparison the level, -1 for none, and how rare an equal value is
function records_space:compare(one, other) end

---Compares many pairs of records, on all cores.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local model = space:table(lefts, rights):estimate({})
---```
---@param left string[][] the cells of each pair's first record
---@param right string[][] the cells of each pair's second record
---@return mix.RecordsTable # for estimate and learn
function records_space:table(left, right) end

---A record that was read.
---@class mix.RecordsRecord
local records_record = {}

---Pairs of records that were compared.
---@class mix.RecordsTable
local records_table = {}

---Estimates weights without labels, or with few: expectation and maximisation.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local model = pairs:estimate({})
---```
---@param labels integer[] by pair 1: the same, 0: not, -1: unknown; fewer labels than pairs leave the rest unknown
---@param left? integer[] the number of each pair's row in the first table, from 1, where a row is the same as one of the other table at most
---@param right? integer[] those of the second table
---@return mix.RecordsModel # the weights
function records_table:estimate(labels, left, right) end

---Learns weights from the pairs with a label.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local model = pairs:learn({1, 0, 0, 1})
---```
---@param labels integer[] by pair 1: the same, 0: not, -1: unknown; fewer labels than pairs leave the rest unknown
---@return mix.RecordsModel # the weights
function records_table:learn(labels) end

---How likely each pair is the same, by weights.
---
---```lua
---print(pairs:probabilities(model)[1])
---```
---@param model mix.RecordsModel from estimate or learn
---@return number[] # 0 to 1, in the order of the pairs
function records_table:probabilities(model) end

---Compares records of any table, and finds what each comparison weighs.
---@class mix.records
local records = {}

---What the columns of a table hold.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local found = mix.records.survey(2, {{"Dune", "1965"}, {"Emma", "1815"}})
---```
---@param columns integer how many columns
---@param rows string[][] the cells of each record, "" for a missing one
---@return mix.RecordsSurvey # kinds, common values and words, and distances
function records.survey(columns, rows) end

---How the records of a table are compared.
---
---```lua
---local space = mix.records.space{columns = {{kind = "text"}}, comparisons = {{measure = "words", column = 1, steps = {0.5, 0.9}}}}
---```
---@param description mix.RecordsDescription columns, comparisons and common words
---@return mix.RecordsSpace # reads and compares records
function records.space(description) end

---Checked rules.
---@class mix.Rules
local rules = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as match/tracks
function rules:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules:stamp() end

---The rules' own description.
---
---```lua
---print(rules:describe().doc)
---```
---@return mix.MatchDescription # as it is now
function rules:describe() end

---The searches for a service, the best first; none when the rules do not say.
---
---```lua
---for _, words in ipairs(rules:search(book)) do print(words) end
---```
---@param query table what is looked for
---@return any[] # texts or tables
function rules:search(query) end

---The text that a record's frequency is counted by, such as its title.
---
---```lua
---local term = rules:term({title = "Home"})
---```
---@param record table a query
---@return string? # nil when the rules have no term, or the record has none
function rules:term(record) end

---Sets how common terms are: matches on a common one become uncertain, doubts about a rare one end. Only calibrated rules can weigh it.
---
---```lua
---rules:set_frequencies({home = 50, tubthumping = 1})
---```
---@param counts table<string, integer> how many rows have each term
function rules:set_frequencies(counts) end

---Checked rules for playlists.
---@class mix.RulesPlaylist
local rules_playlist = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as playlist/classic
function rules_playlist:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_playlist:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_playlist:stamp() end

---Runs a step; a budget of 5 s and 128 MB holds.
---
---```lua
---local tracks = rules:run("trim", options, tracks)
---```
---@param step string name, describe, resolve, artists, tracks, dedupe, order, trim, target or write
---@param ... any what the step takes, see playlist.steps
---@return any # what the step decides
function rules_playlist:run(step, ...) end

---Checked rules for refreshing.
---@class mix.RulesRefresh
local rules_refresh = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as refresh/chart
function rules_refresh:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_refresh:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_refresh:stamp() end

---Checked rules for trailers.
---@class mix.RulesTrailers
local rules_trailers = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as trailers/standard
function rules_trailers:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_trailers:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_trailers:stamp() end

---Orders videos, the best first; those that cannot be used are left out.
---
---```lua
---local best = rules:rank(videos, {language = "en"})[1]
---```
---@param videos table a list as the service gives it
---@param wish mix.TrailersWish what the user would like
---@return mix.TrailersRanked[] # equal ones in the order given
function rules_trailers:rank(videos, wish) end

---Checked rules for blocking.
---@class mix.RulesBlock
local rules_block = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as block/tracks
function rules_block:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_block:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_block:stamp() end

---The keys of a row.
---
---```lua
---for _, key in ipairs(rules:keys(row)) do print(key) end
---```
---@param record table the row
---@return string[] # each once; a key that is too long is cut
function rules_block:keys(record) end

---The fields that the keys are made of.
---
---```lua
---print(rules:fields()[1])
---```
---@return string[] # as the file says
function rules_block:fields() end

---Checked rules for notices.
---@class mix.RulesNotify
local rules_notify = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as notify/standard
function rules_notify:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_notify:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_notify:stamp() end

---The notice of an event.
---
---```lua
---local notice = rules:notice(event)
---```
---@param event mix.NotifyEvent what happened
---@return mix.NotifyNotice? # nil: the event is not worth one
function rules_notify:notice(event) end

---The words for several notices that are sent as one.
---
---```lua
---local words = rules:digest(notices)
---```
---@param notices mix.NotifyNotice[] as notice gave them
---@return table # {title, text}
function rules_notify:digest(notices) end

---The hours in which notices wait.
---
---```lua
---local quiet = rules:quiet()
---```
---@return mix.NotifyQuiet? # nil: none
function rules_notify:quiet() end

---Checked rules for tags.
---@class mix.RulesTags
local rules_tags = {}

---The name they were loaded by.
---
---```lua
---print(rules:name())
---```
---@return string # such as tags/standard
function rules_tags:name() end

---The file they come from.
---
---```lua
---print(rules:path())
---```
---@return string # a path
function rules_tags:path() end

---A text that changes when the files of the rules do.
---
---```lua
---print(rules:stamp())
---```
---@return string # changes when a decision may no longer hold
function rules_tags:stamp() end

---How fields may be changed.
---
---```lua
---local wishes = rules:wishes()
---```
---@return table<string, string> # keep, prefer or never by the name of a field
function rules_tags:wishes() end

---Whether a change is wanted.
---
---```lua
---if rules:wants(change) then changes[#changes + 1] = change end
---```
---@param change mix.TagsChange what would change
---@return boolean # whether it is
function rules_tags:wants(change) end

---The options of mix.rules.load.
---@class mix.RulesLoadOptions
---@field text? string what the file would hold, in place of what it holds now

---The options of mix.rules.check.
---@class mix.RulesCheckOptions
---@field text? string what the file would hold, in place of what it holds now

---Rule files that users copy, change and measure.
---@class mix.rules
local rules = {}

---Loads and checks a rule file: the user's folder first, then mixhost's. Follows its changes.
---
---```lua
---local rules = mix.rules.load("match/tracks")
---```
---@overload fun(name: "filters/trailers", options?: mix.RulesLoadOptions): mix.Filter
---@overload fun(name: "playlist/classic"|"playlist/standard", options?: mix.RulesLoadOptions): mix.RulesPlaylist
---@overload fun(name: "refresh/adaptive"|"refresh/chart"|"refresh/fixed"|"refresh/on_demand", options?: mix.RulesLoadOptions): mix.RulesRefresh
---@overload fun(name: "trailers/classic"|"trailers/standard", options?: mix.RulesLoadOptions): mix.RulesTrailers
---@overload fun(name: "block/books"|"block/films"|"block/generic"|"block/people"|"block/records"|"block/tracks", options?: mix.RulesLoadOptions): mix.RulesBlock
---@overload fun(name: "notify/standard", options?: mix.RulesLoadOptions): mix.RulesNotify
---@overload fun(name: "tags/standard", options?: mix.RulesLoadOptions): mix.RulesTags
---@overload fun(name: string, options?: mix.RulesLoadOptions): mix.AnyRules
---@param name "match/books"|"match/books/classic"|"match/films"|"match/people"|"match/records"|"match/releases"|"match/tracks"|"match/tracks/classic"|"match/tracks/scattered" kind and name: "match/tracks" (its standard), "match/tracks/classic"; or a .lua file
---@param options? mix.RulesLoadOptions what may be set
---@return mix.Rules # for mix.match.best, or as the kind is
function rules.load(name, options) end

---Loads a rule file and runs its functions on made-up records.
---
---Failure: nil, err with path, line and field when something is wrong.
---
---```lua
---print(mix.rules.check("match/tracks"))
---```
---@param name string kind and name: "match/tracks" (its standard), "match/tracks/classic"; or a .lua file
---@param options? mix.RulesCheckOptions what may be set
---@return string? # the file, what was found out about a filter, and what it has of an older form
---@return mix.RulesFindings?|mix.Error
---@return string[]
function rules.check(name, options) end

---All rule files of the known kinds.
---
---```lua
---for _, rules in ipairs(mix.rules.list()) do print(rules.name) end
---```
---@return mix.RulesEntry[] # by name
function rules.list() end

---The text of a rule file; one of the user's needs the grant `rules`.
---
---```lua
---print(mix.rules.text("match/tracks/classic"))
---```
---@param name string such as match/tracks/classic
---@return string # the text, and the file's path
---@return string
function rules.text(name) end

---Writes a rule file into the user's folder, if it passes its check; needs the grant `rules`.
---
---```lua
---assert(mix.rules.save("match/tracks/mine", text))
---```
---@param name string such as match/tracks/classic
---@param text string what it holds from now on
---@return string? # the file's path
---@return mix.Error? err # nil, err with path, line and field when it is wrong
function rules.save(name, text) end

---The options of mix.screen.tree.
---@class mix.ScreenTreeOptions
---@field actions? string[] the names that nodes may name (default: any)

---Screens of programs: the kinds of nodes, checked trees, and what changed in them.
---@class mix.screen
local screen = {}

---Checks what a view returned, and makes the tree that pages and terminals show.
---
---```lua
---local tree, err = mix.screen.tree({"page", {"text", "Hello"}})
---```
---@param view any a node, such as {"page", {"text", "Hello"}}
---@param options? mix.ScreenTreeOptions what may be set
---@return table? # nodes as {kind, id, …}, with children
---@return mix.Error? err # nil, err (kind screen, path) when it is wrong
function screen.tree(view, options) end

---The changes from one tree to another.
---
---```lua
---for _, patch in ipairs(mix.screen.diff(old, new)) do print(patch.op) end
---```
---@param old any a tree that `tree` made
---@param new any another one
---@return mix.ScreenPatch[] # none for equal trees
function screen.diff(old, new) end

---The kinds of nodes, and what each may hold.
---
---```lua
---for _, kind in ipairs(mix.screen.kinds()) do print(kind.name, kind.doc) end
---```
---@return table[] # {name, doc, content, fields = {{name, type, required, doc, fields}}}
function screen.kinds() end

---The screens of all programs.
---
---```lua
---for _, screen in ipairs(mix.screen.list()) do print(screen.name) end
---```
---@return mix.ScreenListed[] # by program and name
function screen.list() end

---A program's records of one kind, in the data file.
---@class mix.StoreCollection
local store_collection = {}

---Keeps a record, or a list of them, all or none; one with a known key is replaced.
---
---Waits: other tasks run meanwhile.
---
---```lua
---episodes:put{id = 7, title = "Tides", published = 1700000000}
---```
---@param records table tables as JSON has them, at most 1 MB each, with the key
---@return integer? # how many were new
---@return mix.Error? err # nil, err when they cannot be saved
function store_collection:put(records) end

---Removes the record of a key.
---
---Waits: other tasks run meanwhile.
---
---```lua
---episodes:delete(7)
---```
---@param key string|integer a text or an integer
---@return boolean? # whether it was there
---@return mix.Error? err # nil, err when that cannot be saved
function store_collection:delete(key) end

---Removes all records.
---
---Waits: other tasks run meanwhile.
---
---```lua
---episodes:clear()
---```
---@return integer? # how many there were
---@return mix.Error? err # nil, err when that cannot be saved
function store_collection:clear() end

---The record of a key. A read that fails is raised.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local episode = episodes:get(7)
---```
---@param key string|integer a text or an integer
---@return table # the record; nil when there is none
function store_collection:get(key) end

---Records by the values of indexed fields. A read that fails is raised.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local new = episodes:find{feed = "tides", order = "published", descending = true}
---```
---@param query? table fields with a value or {from =, to =}; order: a field, descending: true, limit: 1 to 10000 (find: 100, each: none), after: the key of the record before the first; nil: all by key
---@return table[] # the records by order, else by the field with a range, else as they were added
function store_collection:find(query) end

---How many records there are. A read that fails is raised.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(episodes:count{feed = "tides"})
---```
---@param query? table the fields of find; nil: all
---@return integer # 0 or more
function store_collection:count(query) end

---Walks over records, however many there are. A read that fails is raised: the walk never ends early.
---
---```lua
---for episode in episodes:each{order = "published"} do print(episode.title) end
---```
---@param query? table fields with a value or {from =, to =}; order: a field, descending: true, limit: 1 to 10000 (find: 100, each: none), after: the key of the record before the first; nil: all by key
---@return mix.Iterator # gives a record
function store_collection:each(query) end

---A program's own collections of records, which its manifest declares.
---@class mix.store
local store = {}

---Opens a collection of the program that runs, or, to read it, one of another.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local episodes = mix.store.open("episodes")
---```
---@param name string as `collections` in program.lua names it, also with the program: "feed.videos"; of another program if `records` among the grants has it
---@return mix.StoreCollection # its records
function store.open(name) end

---Runs a function whose changes to collections are saved together, or not at all when it raises an error or is stopped. Nothing in it can wait.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.store.transaction(function() feeds:put(feed); episodes:put(list) end)
---```
---@generic T
---@param fn fun(): T what to do
---@return T? # the function's first result
---@return mix.Error? err # nil, err when it cannot be saved
function store.transaction(fn) end

---The options of tags.draft:finish.
---@class mix.TagsDraftFinishOptions
---@field keep_time? boolean leave the file its time of change (default false)

---A copy of an audio file with changed tags. The file is as it was until finish.
---@class mix.TagsDraft
local tags_draft = {}

---The tags as they will be.
---
---```lua
---print(draft:file().tags.TITLE[1])
---```
---@return mix.TagsFile # as mix.tags.read returns it
function tags_draft:file() end

---What leads back to the old file: about as long as its old texts. Keep it before finish.
---
---```lua
---local undo = draft:undo()
---```
---@return string # for mix.tags.restore
function tags_draft:undo() end

---The SHA-256 of the audio data, which is the same in both files.
---
---```lua
---print(draft:audio())
---```
---@return string # 64 hexadecimal digits
function tags_draft:audio() end

---Puts the copy in the file's place: readers see the old file or the new.
---
---Waits: other tasks run meanwhile.
---
---```lua
---assert(draft:finish())
---```
---@param options? mix.TagsDraftFinishOptions what may be set
---@return boolean? # true
---@return mix.Error? err # nil, err when it cannot, or the file was changed meanwhile
function tags_draft:finish(options) end

---Tags of FLAC, MP3, M4A, Ogg, WAV and AIFF files; a write can be undone to the byte.
---@class mix.tags
local tags = {}

---Reads the tags of an audio file, whatever its name.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local tags = assert(mix.tags.read("01.flac")).tags; print(tags.TITLE[1])
---```
---@param path string relative to the working directory, or absolute
---@return mix.TagsFile? # its tags and audio
---@return mix.Error? err # nil, err of kind damaged, missing, limit or io
function tags.read(path) end

---Makes a copy with changed tags and nothing else changed, which finish puts in the file's place.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local draft = assert(mix.tags.prepare("01.flac", { TITLE = "Ebb", COMMENT = false }))
---```
---@param path string relative to the working directory, or absolute
---@param changes table<string, string|string[]|false> new values by TagLib's names: a text, a list of texts, or false to remove; others stay
---@return mix.TagsDraft? # the copy
---@return mix.Error? err # nil, err of kind damaged, unsupported, missing, limit or io
function tags.prepare(path, changes) end

---Puts back a file as it was before its draft was finished, to the byte, with its time of change.
---
---Waits: other tasks run meanwhile.
---
---```lua
---assert(mix.tags.restore("01.flac", undo))
---```
---@param path string relative to the working directory, or absolute
---@param undo string of the draft: draft:undo()
---@return boolean? # true
---@return mix.Error? err # nil, err of kind changed when the file is not the one that was written
function tags.restore(path, undo) end

---The SHA-256 of a file's audio data alone: the same whatever its tags are.
---
---Waits: other tasks run meanwhile.
---
---```lua
---print(assert(mix.tags.audio("01.flac")))
---```
---@param path string relative to the working directory, or absolute
---@return string? # 64 hexadecimal digits
---@return mix.Error? err # nil, err when the file cannot be read
function tags.audio(path) end

---A value that is set once; tasks wait for it.
---@class mix.TaskLatch
local task_latch = {}

---Sets the value and wakes all tasks that wait for it; only the first time counts.
---
---```lua
---ready:set()
---```
---@param value? any what wait() returns (default true)
---@return boolean # false: it was set before
function task_latch:set(value) end

---Whether the value is set.
---
---```lua
---if ready:is_set() then print("ready") end
---```
---@return boolean # whether it is
function task_latch:is_set() end

---Waits until the value is set.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local value = ready:wait()
---```
---@return any # the value
function task_latch:wait() end

---Hands values from task to task, in order: `for value in channel do … end` until it is closed.
---@class mix.TaskChannel
local task_channel = {}

---Hands a value to a task that receives; waits while the channel is full.
---
---Waits: other tasks run meanwhile.
---
---```lua
---jobs:send({id = 1})
---```
---@param value? any anything but nil
---@return boolean? # true
---@return mix.Error? err # nil, err (kind "closed") when the channel is closed
function task_channel:send(value) end

---Takes the oldest value; waits until there is one.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local job = jobs:receive()
---```
---@return any # the value; nil when the channel is closed and empty
function task_channel:receive() end

---Ends the channel: values that are in it can still be received, later and waiting sends return nil, err (kind "closed").
---
---```lua
---jobs:close()
---```
function task_channel:close() end

---How many values no task has received yet.
---
---```lua
---print(jobs:count())
---```
---@return integer # 0 to the capacity
function task_channel:count() end

---Starts tasks that end with it.
---@class mix.TaskScope
local task_scope = {}

---Starts a task.
---
---```lua
---local t = s:spawn(work, 1)
---```
---@param fn function what to run
---@param ... any its arguments
---@return mix.Task # with await() and cancel()
function task_scope:spawn(fn, ...) end

---Cancels every task of the scope.
---
---```lua
---s:cancel()
---```
function task_scope:cancel() end

---A running or ended task.
---@class mix.Task
local task = {}

---Waits for the task.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local page, err = t:await()
---```
---@return any ... # its results
---@return mix.Error? err # nil, err (kind "cancelled") when it was cancelled
function task:await() end

---Cancels the task for good.
---
---```lua
---t:cancel()
---```
function task:cancel() end

---The options of mix.task.map.
---@class mix.TaskMapOptions
---@field limit? integer children at once, 1 or more (default 6, never more than 10000)

---Structured concurrency: children never outlive the call that starts them.
---@class mix.task
local task = {}

---Calls a function for each element, several at a time; results keep the order.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local pages = mix.task.map(urls, {limit = 4}, function(url) return assert(mix.http.get(url)) end)
---```
---@generic T, R
---@overload fun(list: T[], fn: fun(item: T, place: integer): R): R[]
---@param list T[] the elements
---@param options mix.TaskMapOptions what may be set, or the function
---@param fn fun(item: T, place: integer): R called with the element and its position
---@return R[] # the first result of each call (nil leaves a gap); what the first failing call raises cancels the rest and is raised
function task.map(list, options, fn) end

---Runs functions at once and waits for all of them.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local r = mix.task.all{function() return a() end, function() return b() end}
---```
---@generic R
---@param functions (fun(): R)[] what to run
---@return R[] # the first result of each, in order; the first failure cancels the rest and is raised
function task.all(functions) end

---Runs functions at once; the first to end decides, the others are cancelled.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local page = mix.task.race{function() return get(a) end, function() return get(b) end}
---```
---@generic R
---@param functions (fun(): R)[] what to run, at least one
---@return R # the results of the first to end; its failure is raised
---@return any ...
function task.race(functions) end

---Runs a function that may start tasks with s:spawn(fn, …); waits for all of them.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.task.scope(function(s) s:spawn(work, 1); s:spawn(work, 2) end)
---```
---@generic R
---@param fn fun(scope: mix.TaskScope): R called with the scope
---@return R # the function's results; a failure of any task cancels the others and is raised
---@return any ...
function task.scope(fn) end

---Runs a function for at most a time; then it is cancelled.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local page, err = mix.task.timeout(5, function() return slow() end)
---```
---@generic R
---@param seconds number|string number of seconds, or a text such as "1m"
---@param fn fun(): R what to run
---@return R? # the function's results
---@return mix.Error? err # nil, err (kind "timeout") when the time was over
function task.timeout(seconds, fn) end

---Runs a function that may compute for at most a time without waiting; then it is cancelled.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local found, err = mix.task.limit(10, function() return service:search(query) end)
---```
---@param seconds number|string number of seconds, or a text such as "1m"
---@param fn function what to run, such as another's code
---@return any ... # the function's results
---@return mix.Error? err # nil, err (kind "limit") when it computed longer
function task.limit(seconds, fn) end

---Waits; other tasks continue.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.task.sleep(0.5)
---```
---@param seconds number|string number of seconds, or a text such as "250ms"
function task.sleep(seconds) end

---Cancels a task, or the calling one: at its next wait it ends, and pcall cannot stop that.
---
---```lua
---mix.task.cancel(t)
---```
---@param task? mix.Task a task that a scope started; missing: the calling task
function task.cancel(task) end

---Makes a latch: a value that is set once and that any number of tasks wait for.
---
---```lua
---local ready = mix.task.latch(); ready:set(); ready:wait()
---```
---@return mix.TaskLatch # not set
function task.latch() end

---Makes a channel, through which tasks hand values to each other.
---
---```lua
---local jobs = mix.task.channel(10); jobs:send(1); print(jobs:receive())
---```
---@param capacity? integer how many values it keeps before send waits, 0 to 1000000 (default 0)
---@return mix.TaskChannel # empty
function task.channel(capacity) end

---Waits for the first of several: a value of a channel, a latch that is set, a task that ends. Of those that are ready, the first in the list counts.
---
---Waits: other tasks run meanwhile.
---
---Failure: nil, err (kind "timeout").
---
---```lua
---local which, value = mix.task.select{jobs, stop, timeout = "5s"}
---```
---@param sources table channels, latches and tasks; timeout: how long to wait at most
---@return integer? # the position of the source and its values
---@return any|mix.Error ...
function task.select(sources) end

---How alike each text of one list is to each of another, in little memory.
---@class mix.TextSimilarities
local text_similarities = {}

---How many queries and texts were compared.
---
---```lua
---local queries, texts = found:size()
---```
---@return integer # the queries and the texts
---@return integer
function text_similarities:size() end

---The similarity of a query with a text.
---
---```lua
---print(found:at(1, 3))
---```
---@param query integer its place in the list of queries, from 1
---@param text integer its place in the list, from 1
---@return number # 0 to 1
function text_similarities:at(query, text) end

---The similarities of a query with all texts.
---
---```lua
---for place, score in ipairs(found:row(1)) do print(place, score) end
---```
---@param query integer its place in the list of queries, from 1
---@return number[] # 0 to 1, in the order of the texts
function text_similarities:row(query) end

---The text that is most like a query: the first of equals.
---
---```lua
---local score, place = found:best(1)
---```
---@param query integer its place in the list of queries, from 1
---@return number? # the similarity, and the place of the text; nil without texts
---@return integer
function text_similarities:best(query) end

---The options of mix.text.ratio.
---@class mix.TextRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.partial_ratio.
---@class mix.TextPartialRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.token_sort_ratio.
---@class mix.TextTokenSortRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.token_set_ratio.
---@class mix.TextTokenSetRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.wratio.
---@class mix.TextWratioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.jaro_winkler.
---@class mix.TextJaroWinklerOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.levenshtein_ratio.
---@class mix.TextLevenshteinRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.damerau_ratio.
---@class mix.TextDamerauRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.difflib_ratio.
---@class mix.TextDifflibRatioOptions
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)

---The options of mix.text.best_of.
---@class mix.TextBestOfOptions
---@field scorer? "ratio"|"partial_ratio"|"token_sort_ratio"|"token_set_ratio"|"wratio"|"jaro_winkler"|"levenshtein_ratio"|"damerau_ratio"|"difflib_ratio" how texts are compared (default wratio)
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)
---@field processor? "fold"|"normalize" what all texts are brought to first: fold or normalize (default: none)

---The options of mix.text.scores.
---@class mix.TextScoresOptions
---@field scorer? "ratio"|"partial_ratio"|"token_sort_ratio"|"token_set_ratio"|"wratio"|"jaro_winkler"|"levenshtein_ratio"|"damerau_ratio"|"difflib_ratio" how texts are compared (default wratio)
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)
---@field processor? "fold"|"normalize" what all texts are brought to first: fold or normalize (default: none)

---The options of mix.text.matrix.
---@class mix.TextMatrixOptions
---@field scorer? "ratio"|"partial_ratio"|"token_sort_ratio"|"token_set_ratio"|"wratio"|"jaro_winkler"|"levenshtein_ratio"|"damerau_ratio"|"difflib_ratio" how texts are compared (default wratio)
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)
---@field processor? "fold"|"normalize" what all texts are brought to first: fold or normalize (default: none)

---The options of mix.text.similarities.
---@class mix.TextSimilaritiesOptions
---@field scorer? "ratio"|"partial_ratio"|"token_sort_ratio"|"token_set_ratio"|"wratio"|"jaro_winkler"|"levenshtein_ratio"|"damerau_ratio"|"difflib_ratio" how texts are compared (default wratio)
---@field cutoff? number 0 to 1: a similarity below it is given as 0 (default 0)
---@field processor? "fold"|"normalize" what all texts are brought to first: fold or normalize (default: none)

---Folds, splits and compares texts (Unicode).
---@class mix.text
local text = {}

---Removes case, accents and typographic variants; spaces and punctuation stay.
---
---```lua
---print(mix.text.fold("Beyoncé"))  --> beyonce
---```
---@param text string the text, 4 MB at most
---@return string # the folded text
function text.fold(text) end

---Removes differences of case only; accents, spaces and punctuation stay.
---
---```lua
---print(mix.text.casefold("BEYONCÉ"))  --> beyoncé
---```
---@param text string the text, 4 MB at most
---@return string # the text in small letters, ß as ss
function text.casefold(text) end

---Folds, and makes every run of spaces, punctuation and symbols one space.
---
---```lua
---print(mix.text.normalize("AC/DC – Don’t"))  --> ac dc don t
---```
---@param text string the text, 4 MB at most
---@return string # the words, separated by single spaces
function text.normalize(text) end

---The words of the normalized text, in order.
---
---```lua
---for _, word in ipairs(mix.text.tokens(title)) do print(word) end
---```
---@param text string the text, 4 MB at most
---@return string[] # the words
function text.tokens(text) end

---The words of the normalized text joined by -, as in addresses.
---
---```lua
---print(mix.text.slug("Señorita (Remix)"))  --> senorita-remix
---```
---@param text string the text, 4 MB at most
---@return string # letters of other scripts stay as they are
function text.slug(text) end

---How much two texts share in order (Indel similarity).
---
---```lua
---print(mix.text.ratio("halo", "hello"))
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextRatioOptions what may be set
---@return number # 0 to 1: nothing to equal
function text.ratio(a, b, options) end

---The best ratio of the shorter text and a part of the longer one.
---
---```lua
---print(mix.text.partial_ratio("halo", "halo (live)"))  --> 1.0
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextPartialRatioOptions what may be set
---@return number # 0 to 1: 1 when one text is in the other
function text.partial_ratio(a, b, options) end

---The ratio of the sorted words: their order does not count.
---
---```lua
---print(mix.text.token_sort_ratio("halo beyonce", "beyonce halo"))  --> 1.0
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextTokenSortRatioOptions what may be set
---@return number # 0 to 1: 1 for the same words
function text.token_sort_ratio(a, b, options) end

---How alike the words of two texts are, whatever their order and repetition.
---
---```lua
---print(mix.text.token_set_ratio("halo beyonce", "beyonce halo live"))
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextTokenSetRatioOptions what may be set
---@return number # 0 to 1: 1 when one text's words are all in the other
function text.token_set_ratio(a, b, options) end

---The best of ratio, token ratios and partial ratios, weighted by the lengths.
---
---```lua
---print(mix.text.wratio("halo", "beyonce - halo (live)"))
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextWratioOptions what may be set
---@return number # 0 to 1: 0 when a text is empty
function text.wratio(a, b, options) end

---Jaro-Winkler similarity: for names, where the first letters count most.
---
---```lua
---print(mix.text.jaro_winkler("dwayne", "duane"))
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextJaroWinklerOptions what may be set
---@return number # 0 to 1: nothing to equal
function text.jaro_winkler(a, b, options) end

---1 less the Levenshtein distance by the longer length.
---
---```lua
---print(mix.text.levenshtein_ratio("halo", "hello"))  --> 0.6
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextLevenshteinRatioOptions what may be set
---@return number # 0 to 1: nothing to equal
function text.levenshtein_ratio(a, b, options) end

---1 less the distance of optimal string alignment by the longer length.
---
---```lua
---print(mix.text.damerau_ratio("haol", "halo"))
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextDamerauRatioOptions what may be set
---@return number # 0 to 1: nothing to equal
function text.damerau_ratio(a, b, options) end

---Ratcliff-Obershelp similarity, as Python's difflib; the order of a and b matters.
---
---```lua
---print(mix.text.difflib_ratio("stayed", "stay"))  --> 0.8
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@param options? mix.TextDifflibRatioOptions what may be set
---@return number # 0 to 1: nothing to equal
function text.difflib_ratio(a, b, options) end

---The fewest insertions, deletions and substitutions of a character between two texts.
---
---```lua
---print(mix.text.levenshtein("kitten", "sitting"))  --> 3
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@return integer # edits, 0 for equal texts
function text.levenshtein(a, b) end

---As levenshtein, with neighbours that changed places as one edit (optimal string alignment).
---
---```lua
---print(mix.text.damerau("haol", "halo"))  --> 1
---```
---@param a string a text; normalize it first to compare words, not spellings
---@param b string another
---@return integer # edits, 0 for equal texts
function text.damerau(a, b) end

---Looks for the text of a list that is most like a text: the first of equals. The list is read up to a part with a perfect match.
---
---```lua
---local score, index, title = mix.text.best_of("halo", titles, {cutoff = 0.8})
---```
---@param query string the text to look for
---@param list table strings, with the keys 1…n
---@param options? mix.TextBestOfOptions what may be set
---@return number? # the similarity, 0 to 1, the place in the list from 1, and the text; nil when none reaches the cutoff
---@return integer
---@return string
function text.best_of(query, list, options) end

---Compares a text with each text of a list.
---
---```lua
---local scores = mix.text.scores("halo", titles, {scorer = "ratio"})
---```
---@param query string the text to look for
---@param list table strings, with the keys 1…n
---@param options? mix.TextScoresOptions what may be set
---@return number[] # the similarities, 0 to 1, in the list's order
function text.scores(query, list, options) end

---Compares each text of one list with each of another.
---
---```lua
---local rows = mix.text.matrix(mine, theirs, {scorer = "token_set_ratio"})
---```
---@param queries table strings, one a row
---@param list table strings, with the keys 1…n
---@param options? mix.TextMatrixOptions what may be set
---@return number[][] # a list of similarities, 0 to 1, for each query; 4,000,000 in all at most
function text.matrix(queries, list, options) end

---As matrix, with the numbers in half the memory and no table made of them: for long lists.
---
---```lua
---local score, place = mix.text.similarities(mine, theirs):best(1)
---```
---@param queries table strings, one a row
---@param list table strings, with the keys 1…n
---@param options? mix.TextSimilaritiesOptions what may be set
---@return mix.TextSimilarities # to be asked for numbers and rows; 8,000,000 numbers at most
function text.similarities(queries, list, options) end

---Reads text in an encoding of several bytes a character.
---
---```lua
---print(mix.text.decode("\x82\xB1", "shift_jis"))  --> こ
---```
---@param bytes string the text as it is in the file
---@param encoding string shift_jis, euc-jp, gb18030, big5, euc-kr
---@return string? # the text
---@return mix.Error? err # nil, err of kind parse with the offset of the first byte that the encoding does not have
function text.decode(bytes, encoding) end

---Clocks, dates (RFC 3339) and lengths of time.
---@class mix.time
local time = {}

---The time of day; may jump when the clock is set.
---
---```lua
---local tomorrow = mix.time.now() + 86400
---```
---@return number # seconds since 1970-01-01T00:00:00Z, with fractions
function time.now() end

---A clock that never goes back, to measure with.
---
---```lua
---local start = mix.time.monotonic(); work(); print(mix.time.monotonic() - start)
---```
---@return number # seconds since an arbitrary start, with fractions
function time.monotonic() end

---How often the program has continued after a stop (Ctrl-Z, SIGCONT) since it first asked.
---
---```lua
---local stops = mix.time.continued()
---```
---@return integer # 0 or more
function time.continued() end

---Writes a time in UTC.
---
---```lua
---print(mix.time.iso(0))  --> 1970-01-01T00:00:00Z
---```
---@param time? number seconds since 1970, years 0 to 9999 (default: now; in rules needed)
---@return string # such as 2026-11-21T10:00:00Z; fractions are dropped
function time.iso(time) end

---Reads a date and time with its offset, or a date, which is its midnight in UTC.
---
---```lua
---local released = mix.time.parse("2008-11-12")
---```
---@param text string 2026-11-21T10:00:00Z, 2026-11-21T11:00:00.5+01:00 or 2026-11-21
---@return number? # seconds since 1970
---@return mix.Error? err # nil, err of kind parse for anything else
function time.parse(text) end

---Reads a length of time.
---
---```lua
---print(mix.time.duration("1h30m"))  --> 5400
---```
---@param text string "15m", "1h30m", "250ms", "7d"; a bare number counts seconds
---@return number? # seconds
---@return mix.Error? err # nil, err of kind parse for anything else
function time.duration(text) end

---Writes a length of time in the largest unit that needs no fraction.
---
---```lua
---print(mix.time.format_duration(900))  --> 15m
---```
---@param seconds number 0 or more, finite
---@return string # such as 90s, 15m, 24h, 250ms
function time.format_duration(seconds) end

---A table on the terminal that is filled in place.
---@class mix.UiLive
local ui_live = {}

---Fills a row, which is complete then.
---
---```lua
---live:set(place, {title = song.title, album = song.album})
---```
---@param position integer which row, from 1
---@param row any a record or a list, as in mix.ui.table
function ui_live:set(position, row) end

---Sets the line below the rows.
---
---```lua
---live:status("3 of 10", 3, 7)
---```
---@param text string one line
---@param done? integer how many rows are done
---@param left? integer how many are left: the line then says how long a rate limit makes them take
function ui_live:status(text, done, left) end

---Leaves the table as it is; later calls do nothing.
---
---```lua
---live:finish()
---```
function ui_live:finish() end

---The whole terminal, and the keys typed there.
---@class mix.UiScreen
local ui_screen = {}

---Shows lines from the top, cut to the screen.
---
---```lua
---screen:draw({{"Films", "bold"}, "1 Paper Boats"})
---```
---@param lines any[] texts, {text, style} with a style of mix.ui.color, or lists of such parts
function ui_screen:draw(lines) end

---How large it is now.
---
---```lua
---local columns, rows = screen:size()
---```
---@return integer # columns and rows
---@return integer
function ui_screen:size() end

---Waits for the next key; other tasks run on.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if screen:key() == "q" then screen:close() end
---```
---@return string? # a character, or up down left right home end page_up page_down enter escape space tab backspace delete ctrl-x other; nil when there will be none
function ui_screen:key() end

---Gives the terminal back; later calls do nothing.
---
---```lua
---screen:close()
---```
function ui_screen:close() end

---A progress line on standard error.
---@class mix.UiProgress
local ui_progress = {}

---Counts on.
---
---```lua
---progress:step(1, entry.title)
---```
---@param n? integer how much was done (default 1)
---@param note? string the current item, shown behind the figures
function ui_progress:step(n, note) end

---Whether the line is drawn: standard error is a terminal, and not --quiet.
---
---```lua
---local drawn = progress:visible()
---```
---@return boolean # false when there is no line
function ui_progress:visible() end

---Ends the line; later steps do nothing.
---
---```lua
---progress:finish()
---```
function ui_progress:finish() end

---The options of mix.ui.table.
---@class mix.UiTableOptions
---@field columns? mix.UiColumn[]|string[] in order: keys or columns (default: all fields by name; numbers on the right)
---@field max_width? integer columns at most, 20 to 10000 (default: the terminal's)

---The options of mix.ui.progress.
---@class mix.UiProgressOptions
---@field percent? boolean the share behind the count instead of a bar (default false)

---The options of mix.ui.live.
---@class mix.UiLiveOptions
---@field columns? mix.UiColumn[]|string[] as in mix.ui.table, with the width that cells to come will need

---Tables, progress and colour; plain text when not on a terminal.
---@class mix.ui
local ui = {}

---Prints a table as wide as the terminal; in a pipe nothing is cut.
---
---```lua
---mix.ui.table(songs, {columns = {{key = "rank", title = "#"}, "artist", "title"}})
---```
---@param rows any[] records with named fields, or lists; control characters are made visible, mix.ui.color counts
---@param options? mix.UiTableOptions what may be set
function ui.table(rows, options) end

---Shows progress with rate and time left on standard error, if that is a terminal.
---
---```lua
---local progress = mix.ui.progress(#songs, "Songs")
---```
---@param total integer how much there is; 0 when that is not known
---@param label? string what is being done
---@param options? mix.UiProgressOptions what may be set
---@return mix.UiProgress # with step, visible and finish
function ui.progress(total, label, options) end

---Numbers as small bars.
---
---```lua
---print(mix.ui.spark({1, 5, 3}))
---```
---@param numbers number[] any numbers
---@return string # one of ▁▂▃▄▅▆▇█ for each, a space for what is not finite
function ui.spark(numbers) end

---Text in a colour or weight, where colours are shown; elsewhere the text itself.
---
---```lua
---print(mix.ui.color("done", "green"))
---```
---@param text string the text
---@param style string red, green, yellow, blue, magenta, cyan, gray, bold or dim
---@return string # the text
function ui.color(text, style) end

---A text of exactly that number of columns on a terminal: cut off or filled with spaces.
---
---```lua
---print(mix.ui.fit(title, 30) .. year)
---```
---@param text string one line; control characters are made visible
---@param columns integer 1 to 10000
---@return string # the text
function ui.fit(text, columns) end

---Breaks prose at its spaces; a text that begins with spaces continues below them.
---
---```lua
---print(mix.ui.wrap(film.overview))
---```
---@param text string lines; control characters are made visible
---@param columns? integer 1 to 10000 (default: the terminal's width)
---@return string # the lines, none wider unless one of its words is
function ui.wrap(text, columns) end

---How many columns of a terminal a text takes.
---
---```lua
---print(("-"):rep(mix.ui.columns(title)))
---```
---@param text string one line; control characters are made visible
---@return integer # columns; a wide character takes two
function ui.columns(text) end

---Writes a remark for the user to standard error, unless --quiet.
---
---```lua
---mix.ui.note("7 of 10 songs came from the cache")
---```
---@param text string lines; control characters in them are made visible, mix.ui.color counts
function ui.note(text) end

---Reports a mistake in the user's input on standard error, as "mixhost: MESSAGE"; also with --quiet.
---
---```lua
---mix.ui.problem(path .. ": the file is empty: skipped")
---```
---@param message string WHAT is wrong: WHAT TO DO; control characters in it are made visible
function ui.problem(message) end

---Ends the script for what the user can mend: as mix.ui.problem, without a traceback.
---
---```lua
---if not args.query then mix.ui.fail("--query is missing: a JSON object", 2) end
---```
---@param message string WHAT is wrong: WHAT TO DO; control characters in it are made visible
---@param code? integer the exit code: 1 failed (the default), 2 wrong usage
function ui.fail(message, code) end

---Whether standard output is a terminal.
---
---```lua
---if mix.ui.is_terminal() then mix.ui.table(songs) end
---```
---@return boolean # whether it is
function ui.is_terminal() end

---The width of the terminal.
---
---```lua
---print(("-"):rep(mix.ui.width()))
---```
---@return integer # columns; 80 when it is not known
function ui.width() end

---Draws a table whose rows are filled in place, where mix.ui.can_redraw().
---
---```lua
---local live = mix.ui.live(songs, {columns = {"rank", "title", "album"}})
---```
---@param rows any[] as in mix.ui.table, with what is known of them
---@param options? mix.UiLiveOptions what may be set
---@return mix.UiLive? # with set, status and finish
---@return mix.Error? err # nil, err of kind unavailable elsewhere
function ui.live(rows, options) end

---Takes the whole terminal, to draw over and to read keys from.
---
---```lua
---local screen = assert(mix.ui.screen())
---```
---@return mix.UiScreen? # until it is closed or the script ends
---@return mix.Error? err # nil, err of kind unavailable without one
function ui.screen() end

---Opens an address in the user's browser, by the system's opener; a spec answers it as OPEN ADDRESS.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if not mix.ui.open(url) then print(url) end
---```
---@param url string an https address of a host that was granted
---@return boolean? # true
---@return mix.Error? err # nil, err of kind unavailable when no browser can be opened
function ui.open(url) end

---Shows a notice on the desktop, as it is written; a spec answers it as NOTIFY of the host desktop.
---
---Waits: other tasks run meanwhile.
---
---```lua
---mix.ui.notify("Books", "All of them are done.")
---```
---@param title string one line
---@param text string what it says
---@return boolean? # true
---@return mix.Error? err # nil, err of kind unavailable where there is no desktop
function ui.notify(title, text) end

---Whether standard output is a terminal whose cursor can be moved.
---
---```lua
---if mix.ui.can_redraw() then local live = mix.ui.live(songs) end
---```
---@return boolean # whether it is one
function ui.can_redraw() end

---Whether a user may type: standard input is a terminal.
---
---```lua
---if mix.ui.is_interactive() then mix.ui.note("q: quit") end
---```
---@return boolean # whether it is one
function ui.is_interactive() end

---Waits for the next line of standard input; other tasks run on.
---
---Waits: other tasks run meanwhile.
---
---```lua
---if mix.ui.read_line() == "q" then os.exit(0) end
---```
---@return string? # the line without its end; nil after the last
function ui.read_line() end

---Waits for the next key of a terminal, typed without Enter and not shown; other tasks run on.
---
---Waits: other tasks run meanwhile.
---
---```lua
---local key = mix.ui.is_interactive() and mix.ui.read_key() or mix.ui.read_line()
---```
---@return string? # a key as ui.screen:key names it; nil after the last
---@return mix.Error? err # nil, err of kind unavailable without a terminal, or while a screen has it
function ui.read_key() end

---XML documents as tables: Atom and RSS feeds, OPML.
---@class mix.xml
local xml = {}

---Reads a document. Strict; without document types, so that nothing grows while it is read.
---
---```lua
---local feed = assert(mix.xml.decode(answer.body)); print(feed.name)
---```
---@param text string UTF-8, with or without XML declaration
---@return mix.XmlElement? # the root element
---@return mix.Error? err # nil, err of kind parse with line and column for anything else
function xml.decode(text) end

---A clock that stands still until the spec moves it.
---@class mix.TestClock
local test_clock = {}

---Moves the clock forward; timers that come due fire in order, each at its time.
---
---Waits: other tasks run meanwhile.
---
---```lua
---clock:advance(60)
---```
---@param duration number|string number of seconds, or a text such as "6h"
function test_clock:advance(duration) end

---Sets the time of day, as an administrator would: nothing wakes up.
---
---```lua
---clock:set("2026-11-21")
---```
---@param time any seconds since 1970, or a date such as "2026-11-21T10:00:00Z"
function test_clock:set(time) end

---Lets the clock run on the machine's time again.
function test_clock:release() end

---For specs, under `mixhost test`: a clock to move, HTTP to answer.
---@class mix.test
local test = {}

---Stops the clock until the test ends; mix.time, os.time, mix.task.sleep and all waits follow it.
---
---```lua
---local clock = mix.test.clock("2026-11-21"); clock:advance("6h")
---```
---@param start? any seconds since 1970, or a date such as "2026-11-21T10:00:00Z" (default: now)
---@return mix.TestClock # with advance, set and release
function test.clock(start) end

---Answers the requests of mix.http until the test ends; one that is not in the table is an error.
---
---```lua
---mix.test.mock_http{["GET https://example.com/a"] = {json = {id = 1}}}
---```
---@param answers table by method and address, such as ["GET https://example.com/a"]; a * at the end stands for any rest. An answer is a body, {status = 200, headers, body or json, error}, a list of these (one after another, the last one stays) or a function of the request
function test.mock_http(answers) end

---Answers the requests of mix.http from a recording until the test ends.
---
---```lua
---mix.test.cassette("spec/fixtures/chart.ndjson")
---```
---@param path string a file that `mixhost --record` made
function test.cassette(path) end

---The requests to the network since the answers were set.
---@return table # a list of {method, url, headers, body}; what the cache answered is not in it
function test.requests() end

---Opens a program's screen, to call its actions and look at its tree.
---
---```lua
---local tree = mix.test.screen("charts"):act("open", 3)
---```
---@param name string such as "charts" or "chart/charts"
---@param state? any what its view and actions begin with (default: {})
---@return table # with tree, act, offered, state and on_update (docs/screens.md)
function test.screen(name, state) end

---Notes clock and answers; the runner calls it before each test.
---@return integer # what restore takes
function test.save() end

---Restores the saved state; the runner calls it after each test.
---@param mark integer what save returned
function test.restore(mark) end

---Rules of any kind.
---@class mix.AnyRules: mix.Rules, mix.Filter, mix.RulesPlaylist, mix.RulesRefresh, mix.RulesTrailers, mix.RulesBlock, mix.RulesNotify, mix.RulesTags

---A part of nodes.
---@class mix.NodePartColumn
---@field key string the field of a row that it shows
---@field title? string its head
---@field align? "left"|"right" default: numbers on the right
---@field format? "plain"|"image"|"audio"|"link"|"time" what its cells are; default plain
---@field least? integer columns of a terminal below which it is not narrowed
---@field drop? integer where not all fit, the lowest is left out first

---A part of nodes.
---@class mix.NodePartItem
---@field key string|number|boolean identifies it among its siblings
---@field title string its name
---@field subtitle? string read aloud after the name
---@field text? string further words
---@field label? string how it is read aloud; default: title and subtitle
---@field image? string a picture
---@field badge? string one or two words, such as a status
---@field tone? "info"|"success"|"warning"|"error" how the badge is meant
---@field href? string where it is to be found
---@field actions? mix.NodePartButton[] what can be done with it

---A part of nodes.
---@class mix.NodePartButton
---@field label string its words
---@field action string what it does
---@field args? string|number|boolean|table<string, string|number|boolean> what the action is called with
---@field confirm? string what people are asked before it is done

---A part of nodes.
---@class mix.NodePartFact
---@field label string its name
---@field value string|number|boolean what is known
---@field source? string who says so
---@field href? string where more is to be found

---A part of nodes.
---@class mix.NodePartField
---@field name string the name under which the action gets it
---@field label string what people read
---@field type? "text"|"multiline"|"code"|"file"|"password"|"number"|"integer"|"flag"|"choice"|"date"|"url" default text; the value of a file is its text
---@field value? string|number|boolean its present value
---@field options? mix.NodePartOption[] what a choice is made from
---@field required? boolean whether it may not be empty
---@field help? string one line
---@field error? string what is wrong with its value
---@field errors? mix.NodePartFlaw[] what is wrong with some of its lines
---@field accept? string the ends of the names of files that fit, such as .csv,.txt

---A part of nodes.
---@class mix.NodePartOption
---@field value string|number|boolean what the action gets
---@field label? string what people read; default: the value

---A part of nodes.
---@class mix.NodePartFlaw
---@field line? integer the line of the value, from 1; default: all of it
---@field text string what is wrong there

---A part of nodes.
---@class mix.NodePartSubject
---@field title string its name
---@field subtitle? string read aloud after the name
---@field image? string a picture
---@field facts? mix.NodePartFact[] what is known of it

---A part of nodes.
---@class mix.NodePartCandidate
---@field key string|number|boolean identifies it among its siblings
---@field title string its name
---@field subtitle? string read aloud after the name
---@field image? string a picture
---@field score? number 0 to 1, or points
---@field facts? mix.NodePartFact[] what is known of it
---@field parts? mix.NodePartPart[] how the score came about

---A part of nodes.
---@class mix.NodePartPart
---@field label string what was compared
---@field value number what it adds to the score
---@field text? string why

---A part of nodes.
---@class mix.NodePartSeries
---@field name string what it counts
---@field values number[] from the oldest to the newest

---All of a screen, or a part with a title.
---@class mix.NodePage
---@field [1] "page" the kind
---@field [integer] mix.ScreenNode|"page"|false|nil what it holds, from 2 on
---@field id? string identifies it where its place may change
---@field title? string its head
---@field loading? boolean whether what it will show is not here yet: skeletons stand for it

---Rows with columns.
---@class mix.NodeTable
---@field [1] "table" the kind
---@field id? string identifies it where its place may change
---@field key? string the field that identifies rows (default: their places)
---@field columns mix.NodePartColumn[] in order
---@field rows table<string, string|number|boolean>[] records
---@field on_select? string called with a row's key
---@field empty? string shown when there are no rows
---@field loading? boolean whether rows are on their way: skeletons stand for them

---Pictures with titles, in a grid.
---@class mix.NodeCards
---@field [1] "cards" the kind
---@field id? string identifies it where its place may change
---@field items mix.NodePartItem[] in order
---@field on_select? string called with an item's key
---@field on_end? string called when the last items come into sight: the next page
---@field empty? string shown when there are no items
---@field loading? boolean whether items are on their way: skeletons stand for them
---@field shape? "poster"|"square"|"wide" the form of its pictures; default poster

---One thing, with all that is known of it.
---@class mix.NodeDetail
---@field [1] "detail" the kind
---@field [integer] mix.ScreenNode|"detail"|false|nil what it holds, from 2 on
---@field id? string identifies it where its place may change
---@field title string its name
---@field subtitle? string read aloud after the name
---@field image? string a picture
---@field facts? mix.NodePartFact[] what is known of it
---@field on_close? string called when it is left
---@field shape? "poster"|"square"|"wide" the form of its picture; default poster

---Fields to fill in, and to send together.
---@class mix.NodeForm
---@field [1] "form" the kind
---@field id? string identifies it where its place may change
---@field title? string its head
---@field fields mix.NodePartField[] in order
---@field submit string called with the values by name
---@field label? string the words of its button; default Save
---@field on_input? string called with the values as they are being typed, unchecked; what is wrong goes into `error`

---Choices that change the list at once.
---@class mix.NodeFilters
---@field [1] "filters" the kind
---@field id? string identifies it where its place may change
---@field fields mix.NodePartField[] in order
---@field on_change string called with the values by name
---@field notes? string[] what was switched along, and why

---How far a work is.
---@class mix.NodeProgress
---@field [1] "progress" the kind
---@field id? string identifies it where its place may change
---@field [2]? string|false what is being done
---@field done number how much is done
---@field total? number how much there is; default: not known
---@field state? "running"|"paused"|"stopped"|"done"|"failed"|"canceled" default running; stopped: it was cut off
---@field text? string what it waits for, or how it ended
---@field actions? mix.NodePartButton[] such as cancel

---Something to know now.
---@class mix.NodeMessage
---@field [1] "message" the kind
---@field id? string identifies it where its place may change
---@field [2]? string|false the message; without one the node is left out
---@field tone? "info"|"success"|"warning"|"error" default info
---@field seconds? number after which it goes; default: it stays
---@field ends_at? number seconds since 1970, counted down to; then it goes
---@field actions? mix.NodePartButton[] what can be done about it

---A doubt to decide: one thing and its candidates.
---@class mix.NodeReview
---@field [1] "review" the kind
---@field id? string identifies it where its place may change
---@field key string|number|boolean identifies the doubt
---@field subject mix.NodePartSubject what is in doubt
---@field candidates mix.NodePartCandidate[] best first
---@field on_choose string called with {key, candidate}
---@field on_reject? string none is right; called with {key}
---@field on_skip? string decided later; called with {key}

---Numbers over time.
---@class mix.NodePlot
---@field [1] "plot" the kind
---@field id? string identifies it where its place may change
---@field title? string its head
---@field unit? string what the numbers count
---@field series mix.NodePartSeries[] lines

---Items, one below the other.
---@class mix.NodeList
---@field [1] "list" the kind
---@field id? string identifies it where its place may change
---@field items mix.NodePartItem[] in order
---@field on_select? string called with an item's key
---@field on_end? string called when the last items come into sight: the next page
---@field empty? string shown when there are no items
---@field loading? boolean whether items are on their way: skeletons stand for them
---@field shape? "poster"|"square"|"wide" the form of its pictures; default wide

---Words.
---@class mix.NodeText
---@field [1] "text" the kind
---@field id? string identifies it where its place may change
---@field [2]? string|false the words; without them the node is left out
---@field style? "plain"|"heading"|"muted"|"code" default plain

---Goes somewhere (href), or does something (action).
---@class mix.NodeLink
---@field [1] "link" the kind
---@field id? string identifies it where its place may change
---@field [2]? string|false its words
---@field href? string where it goes
---@field action? string what it does
---@field args? string|number|boolean|table<string, string|number|boolean> what the action is called with
---@field confirm? string what people are asked before the action
---@field command? string the command line that does the same as an href
---@field share? boolean whether its address is for others: to be shared or copied

---A text to keep as a file.
---@class mix.NodeFile
---@field [1] "file" the kind
---@field id? string identifies it where its place may change
---@field name string what the file is called
---@field text string what is in it
---@field label? string the words of its button; default: the name
---@field command? string the command line that writes the same

---A picture.
---@class mix.NodeImage
---@field [1] "image" the kind
---@field id? string identifies it where its place may change
---@field src string its address
---@field alt string what it shows, in words

---A sound to play.
---@class mix.NodeAudio
---@field [1] "audio" the kind
---@field id? string identifies it where its place may change
---@field src string its address
---@field title string what it is

---A player of another service, loaded after a click.
---@class mix.NodeEmbed
---@field [1] "embed" the kind
---@field id? string identifies it where its place may change
---@field service "youtube" whose player it is
---@field video string the service's id: letters, digits, - and _
---@field title string what it plays

---A node of a screen's tree: the name of its kind, then its fields.
---@alias mix.ScreenNode mix.NodePage|mix.NodeTable|mix.NodeCards|mix.NodeDetail|mix.NodeForm|mix.NodeFilters|mix.NodeProgress|mix.NodeMessage|mix.NodeReview|mix.NodePlot|mix.NodeList|mix.NodeText|mix.NodeLink|mix.NodeFile|mix.NodeImage|mix.NodeAudio|mix.NodeEmbed

---A program's manifest: the table that program.lua returns (docs/programs.md). Plain data, no functions.
---@class mix.Manifest
---@field name string the folder's name: lower-case letters, digits and _
---@field command? string the word after mixhost; default: the name
---@field summary string what it does, in one line of at most 200 bytes
---@field entry string the script that the command runs, in the program's folder
---@field settings? mix.ManifestSetting[] what a user may set
---@field upstreams? table<string, mix.ManifestUpstream> the services that it asks, by name
---@field services? string[] services by the names of their folders (docs/services-own.md), whose upstreams it asks; "*": all, for programs that come with mixhost
---@field providers? string[] modules below providers
---@field sign_in? string[] services to sign in to
---@field grants? mix.ManifestGrants what it wants beyond its upstreams
---@field refreshers? table<string, mix.ManifestRefresher> the sources it fetches regularly, by name
---@field screens? (string|mix.ManifestScreen)[] its screens: files below screens
---@field collections? table<string, mix.ManifestCollection> its records in the data file, by name
---@field store_version? integer the form of its records, counted up by migrations
---@field media? string[] hosts whose pictures and sounds its screens show, such as "i.ytimg.com" or "*.mzstatic.com"

---A setting: its name first, which begins with the program's or with that of one of its parts.
---@class mix.ManifestSetting
---@field [1] string such as "shop.limit"
---@field type? "text"|"boolean"|"url"|"integer"|"duration"|"size"|"choice"|"list" default: text
---@field default? string|number|boolean its value until it is set
---@field help string one line
---@field choices? string[] what a choice or a list is made from
---@field min? number the smallest integer, number of seconds or bytes
---@field max? number the largest
---@field pattern? string an extended regular expression that a text matches as a whole, without back-references
---@field expected? string the pattern in words
---@field secret? boolean whether its value is never shown
---@field private? boolean whether recordings hold stars in place of its value
---@field env? string[] environment variables that set it, besides MIXHOST_SHOP_LIMIT; all but MIXHOST_SHOP_… are asked for

---A service that a program asks.
---@class mix.ManifestUpstream
---@field base? string its https address; without it each user sets upstream.NAME
---@field rate? string its limit, such as "20/min"
---@field concurrency? integer requests in flight at once
---@field rate_limit_statuses? integer[] statuses that mean "too many requests", besides 429

---A program's rights besides asking its upstreams; the user accepts them.
---@class mix.ManifestGrants
---@field net? string[] further hosts
---@field read? string[] folders that it reads: whole paths, or from ~/
---@field write? string[] folders that it changes
---@field env? string[] environment variables that it sees
---@field keys? string[] services whose keys it uses, or origins such as "https://nas.lan" for http.credentials
---@field accounts? string[] services whose log-ins it uses
---@field data? boolean the library and the jobs
---@field records? string[] collections of other programs that it reads, such as "feed.videos"
---@field rules? boolean the user's rules
---@field settings? boolean all settings: of programs that come with mixhost

---A source that a program fetches regularly.
---@class mix.ManifestRefresher
---@field doc string what it is, in words
---@field every string the setting that holds the interval
---@field policy? string the setting that names the refresh rule
---@field run? string[] arguments of the entry
---@field forced? string[] arguments that are added when you ask for it now
---@field key? table[] alternatives of what its history is about

---A screen as a manifest names it.
---@class mix.ManifestScreen
---@field [1] string the file below screens, without .lua
---@field title? string what people call it (default: the name in words)
---@field jobs? string the name of the jobs whose progress it shows, to be seen everywhere

---A collection of records (mix.store).
---@class mix.ManifestCollection
---@field key string the field that tells records apart
---@field indexes? string[] the fields by which records are found
---@field shared? boolean whether other programs that come with mixhost may change it

---The host: its modules are made at their first use, and cannot be changed.
---@class mix
---@field args mix.args
---@field auth mix.auth
---@field cache mix.cache
---@field connected mix.connected
---@field crypto mix.crypto
---@field csv mix.csv
---@field env mix.env
---@field events mix.events
---@field filter mix.filter
---@field fs mix.fs
---@field grid mix.grid
---@field host mix.host
---@field http mix.http
---@field jobs mix.jobs
---@field json mix.json
---@field library mix.library
---@field link mix.link
---@field log mix.log
---@field mail mix.mail
---@field match mix.match
---@field merge mix.merge
---@field policy mix.policy
---@field random mix.random
---@field records mix.records
---@field rules mix.rules
---@field screen mix.screen
---@field store mix.store
---@field tags mix.tags
---@field task mix.task
---@field text mix.text
---@field time mix.time
---@field ui mix.ui
---@field xml mix.xml
---@field test mix.test
mix = {}

---In rule files only: `mix.text` by its own name, as rules see no `mix`.
---@type mix.text
text = mix.text
