import { retryText } from './delivery-texts.ts'

/** Explains what webhooks are, and what a program does with one. */
export function NoEndpoints() {
  return (
    <div className="grid gap-3 border-t px-4 py-6 text-base md:px-5 [&>p]:max-w-[76ch]">
      <p className="font-semibold text-md">No endpoints yet</p>
      <p>
        An endpoint is an address of yours that we post events to, such as an accepted offer or a
        paid payout, so that your program need not ask for them. An event names what happened by IDs
        and states; your program reads the rest with a key.
      </p>
      <p>
        Events are signed as{' '}
        <a
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noreferrer"
          className="text-primary underline underline-offset-[3px]"
        >
          Standard Webhooks
        </a>{' '}
        says, for which there are libraries in many languages. Verify each with the endpoint’s
        secret, answer with a status from 200 to 299 within 10 seconds, and do the work afterwards.
      </p>
      <p>
        {retryText} An event can arrive twice, with the same <code>webhook-id</code>, and in another
        order than it happened.
      </p>
    </div>
  )
}
