import CIsolation
import Glibc
import Reactor

// Scripts are recognised by hand: entering ArgumentParser costs as much as running a small script.
// A closed pipe and a file at its size limit are errors of a write, not the end of the process.
for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
cisolation_report_crashes(Program.version)
Reactor.tuneAllocator()
// A closed standard stream's number would go to the next file that is opened, and output with it.
for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0
{
  // Open the wrong way round: its use fails as that of a closed one does.
  _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}

let code = Program.run(ProgramArguments.all)
// Everything is written; taking the process apart first would only take time.
fflush(nil)
_exit(code)
