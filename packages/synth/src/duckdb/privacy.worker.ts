/** Measures the privacy of samples in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { measurePrivacy } from '../evaluate/evaluate-privacy.ts'
import type { PrivacyTask } from './privacy-thread.ts'

const { samples, names } = workerData as PrivacyTask
parentPort!.postMessage(measurePrivacy(samples, names))
