// 10 mm from the left and the top by default.

export const text = (content: unknown, more: object = {}): object => ({
  type: "text",
  layout: { left: 10, top: 10 },
  content,
  ...more,
});

/** Default size: 100 by 100 mm. */
interface PageFields {
  readonly settings?: object;
  readonly size?: string;
  readonly width?: number;
  readonly height?: number;
  readonly margin?: object;
  readonly continuation?: object;
}

export function page(elements: object | readonly object[], { settings, ...fields }: PageFields = {}): object {
  const sized = fields.size === undefined ? { width: 100, height: 100 } : {};
  return {
    ...(settings && { settings }),
    pages: [{ ...sized, ...fields, elements: Array.isArray(elements) ? elements : [elements] }],
  };
}
