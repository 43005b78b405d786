import Glibc
import Reactor

// Scripts are recognised by hand: entering ArgumentParser costs as much as running a small script.
// A closed pipe is an error of a write, not the end of the process.
signal(SIGPIPE, SIG_IGN)
Reactor.tuneAllocator()

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
