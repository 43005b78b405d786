import CIsolation
import Glibc
import Reactor

// Program recognises scripts itself, because ArgumentParser costs as much as running a small
// script. A closed pipe and a file at its size limit must fail a write, not end the process.
for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
cisolation_report_crashes(Program.version)
Reactor.tuneAllocator()
// Otherwise the next opened file would get the number of a closed standard stream, and its output.
for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0
{
  // Opened in the wrong direction, so that its use fails like that of a closed one.
  _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}

let code = Program.run(ProgramArguments.all)
// Everything is written, so the process need not be taken apart.
fflush(nil)
_exit(code)
