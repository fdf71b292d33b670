/** States what a problem on the platform's side means for a delivery, by where its original is. */
import type { Side } from '../core/sides.ts'

/** Lists what may keep a delivery waiting: a problem on the platform's side, or a source that does not answer. */
export const deliveryNoticeIds = ['delayed', 'held', 'source_away'] as const
export type DeliveryNotice = (typeof deliveryNoticeIds)[number]

/** Distinguishes uploaded originals from those measured where they are: by their vendor, or through its connection. */
export type DeliveryOrigin = 'uploaded' | 'premises' | 'connection'

/** Returns where the original of a delivery is. */
export function deliveryOrigin(delivery: {
  isMeasuredByVendor: boolean
  isConnected: boolean
}): DeliveryOrigin {
  if (delivery.isMeasuredByVendor) return 'premises'
  return delivery.isConnected ? 'connection' : 'uploaded'
}

/** Returns the text of a notice for one side of the contract. */
export function deliveryNoticeText(
  origin: DeliveryOrigin,
  notice: DeliveryNotice,
  side: Side,
): string {
  return notice === 'source_away' ? sourceAway[side] : deliveryNotices[origin][notice][side]
}

const sourceAway: Record<Side, string> = {
  client:
    'The vendor’s source cannot be read at the moment. It is tried again by itself for up to three days; you need to do nothing.',
  vendor:
    'We cannot read your source at the moment. It is tried again by itself every few minutes: for three days while it does not answer, three times if it refuses. Nothing is lost meanwhile, and nothing is charged twice.',
}

/** Says to its vendor that a twin for a listing is held. */
export const twinHeld =
  'We could not process your files because of a problem on our side. They remain sealed, and you do not need to upload them again. Our staff have been notified and process them again once the cause is gone; if they cannot, we tell you so.'

/** Returns the text of a notice for the vendor of a twin for a listing, which is always uploaded. */
export const twinNoticeText = (notice: DeliveryNotice): string =>
  notice === 'held' ? twinHeld : deliveryNoticeText('uploaded', notice, 'vendor')

/** Maps what the platform's problems mean to a text for either side of the contract, by the origin of the data. */
export const deliveryNotices: Record<
  DeliveryOrigin,
  Record<Exclude<DeliveryNotice, 'source_away'>, Record<Side, string>>
> = {
  uploaded: {
    delayed: {
      client:
        'Processing takes longer than usual because of a problem on our side. It is tried again by itself, and the data is kept, sealed; you need to do nothing.',
      vendor:
        'Processing takes longer than usual because of a problem on our side. Your files are safe; you need to do nothing.',
    },
    held: {
      client:
        'We could not process the delivery because of a problem on our side, which is neither yours nor the vendor’s. Nothing is lost: the vendor’s files remain sealed. Our staff have been notified and process them again once the cause is gone; if they cannot, the vendor is asked to deliver again. You are notified of either. The due date moves by the time for which the delivery is held.',
      vendor:
        'We could not process your files because of a problem on our side. They remain sealed, and you do not need to upload them again. Our staff have been notified and process them again once the cause is gone; if they cannot, we tell you so and ask you to deliver again. The due date moves by the time for which your delivery is held.',
    },
  },
  premises: {
    delayed: {
      client:
        'Processing takes longer than usual because of a problem on our side. It is tried again by itself, and what the vendor sent is kept; you need to do nothing.',
      vendor:
        'Processing takes longer than usual because of a problem on our side. Your model and your statement are kept; you need to do nothing.',
    },
    held: {
      client:
        'We could not draw the twin because of a problem on our side, which is neither yours nor the vendor’s. Nothing is lost: what the vendor sent is kept. Our staff have been notified and try again once the cause is gone; if they cannot, the vendor is asked to deliver again. You are notified of either. The due date moves by the time for which the delivery is held.',
      vendor:
        'We could not draw the twin from your model because of a problem on our side. What you sent is kept, and you do not need to measure or send it again. Our staff have been notified and try again once the cause is gone; if they cannot, we tell you so and ask you to deliver again. The due date moves by the time for which your delivery is held.',
    },
  },
  connection: {
    delayed: {
      client:
        'Processing takes longer than usual because of a problem on our side. It is tried again by itself; you need to do nothing.',
      vendor:
        'Processing takes longer than usual because of a problem on our side. It is tried again by itself, and your data stays where it is; you need to do nothing.',
    },
    held: {
      client:
        'We could not process the delivery because of a problem on our side, which is neither yours nor the vendor’s. Our staff have been notified and process it again once the cause is gone; if they cannot, the vendor is asked to deliver again. You are notified of either. The due date moves by the time for which the delivery is held.',
      vendor:
        'We could not process your delivery because of a problem on our side. Your data stays where it is. Our staff have been notified and process it again once the cause is gone; if they cannot, we tell you so and ask you to deliver again. The due date moves by the time for which your delivery is held.',
    },
  },
}
