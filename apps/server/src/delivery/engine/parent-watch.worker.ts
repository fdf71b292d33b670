/** Kills this process once the server that started it is gone, however busy its main thread is. */
import { workerData } from 'node:worker_threads'

const INTERVAL_MS = 500

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}, INTERVAL_MS)
