// Everything that an embedder needs by one `import MixCore`: HTTP, cache, matching, linking, jobs
// and stores.
@_exported public import Files
@_exported public import Fleet
@_exported public import Match
@_exported public import Net
@_exported public import Notation
@_exported public import Store
