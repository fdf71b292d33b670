/** Signs the bytes of a PDF as CAdES, detached, with the certificate bound into the signature (PAdES B-B). */
import { createHash, webcrypto } from 'node:crypto'
import { Signer } from '@signpdf/utils'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SealKey } from './seal-key.ts'

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/** Signs with one key; the time stands in the PDF, where PAdES wants it. */
export class SealSigner extends Signer {
  readonly #key: SealKey

  constructor(key: SealKey) {
    super()
    this.#key = key
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const [der, ...issuers] = this.#key.certificates
    const own = Certificate.fromBER(new Uint8Array(der))
    const signed = new SignedData({
      version: 1,
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: own.issuer,
            serialNumber: own.serialNumber,
          }),
          signedAttrs: new SignedAndUnsignedAttributes({
            type: 0,
            attributes: attributesOf(content, der),
          }),
        }),
      ],
      certificates: [own, ...issuers.map((issuer) => Certificate.fromBER(new Uint8Array(issuer)))],
    })
    const key = await webcrypto.subtle.importKey(
      'pkcs8',
      this.#key.privateKey.export({ format: 'der', type: 'pkcs8' }),
      this.#key.algorithm,
      false,
      ['sign'],
    )
    await signed.sign(key, 0, 'SHA-256', new Uint8Array(content))
    const cms = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
    return Buffer.from(cms.toSchema().toBER(false))
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function attributesOf(content: Uint8Array, certificate: Uint8Array): Attribute[] {
  const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })
  return [
    attribute(CONTENT_TYPE, new ObjectIdentifier({ value: DATA })),
    attribute(MESSAGE_DIGEST, new OctetString({ valueHex: sha256(content) })),
    // ESSCertIDv2 with its default algorithm, SHA-256 (RFC 5035).
    attribute(
      SIGNING_CERTIFICATE_V2,
      new Sequence({
        value: [
          new Sequence({
            value: [new Sequence({ value: [new OctetString({ valueHex: sha256(certificate) })] })],
          }),
        ],
      }),
    ),
  ]
}
