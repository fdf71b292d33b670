/** Measures the privacy of samples in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { measurePrivacy } from '../evaluate/privacy/evaluate-privacy.ts'
import type { PrivacyTask } from './privacy-worker-client.ts'

const { samples, names } = workerData as PrivacyTask
parentPort!.postMessage(measurePrivacy(samples, names))
