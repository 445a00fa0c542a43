// `runNode` preloads this. The program sends itself SIGTERM when its parent ends, even by SIGKILL: then the IPC channel closes.
// Unreferenced, the channel does not keep the program alive.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
