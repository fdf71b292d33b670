/** Explains each agreed way of delivery, in words that contracts and agreements share. Pure. */
import type { DeliveryMethod } from '../offer-forms.ts'

/** Maps every method to who does what, and where. */
export const deliveryMethodTexts: Record<DeliveryMethod, string> = {
  download:
    'The platform keeps the delivery encrypted, and the client downloads it by signed links that end.',
  sftp: 'The platform sends the delivery to an SFTP server that the client has set up as a destination, once it is ready, and checks the key of the server. Without a destination nothing is sent. The delivery can be downloaded as well.',
  api: 'The client reads the delivered tables through the Delta Sharing interface of the platform, with a key of its own. The delivery can be downloaded as well.',
  physical:
    'The vendor downloads the delivery from the platform, writes it to an encrypted medium, ships it to the address that the client states on the contract, and tells the passphrase by another way than the parcel. The delivery can be downloaded as well, and its review does not wait for the parcel. The platform ships nothing: it records what the parties state about the shipment, and cannot attest what is on the medium. The certificate has the SHA-256 of each file, to compare it with.',
}
