/** Checks xs:base64Binary with zero padding bits, in pieces: attachments reach two million characters. */
export const isBase64 = (text: string): boolean => {
  const dense = text.replace(/[ \t\r\n]+/g, "");
  return dense.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(dense) && /^[^=]*([^=]|[AEIMQUYcgkosw048]=|[AQgw]==)?$/.test(dense);
};
