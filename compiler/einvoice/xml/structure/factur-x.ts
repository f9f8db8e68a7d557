// Factur-X 1.09.2 (ZUGFeRD 2.5), all profiles.

/**
 * A type: namespace and name, then its children in order: name, type, cardinality in MINIMUM, BASIC WL, BASIC, EN 16931 and EXTENDED (.
 * never, 1 once, ? at most once, 2 at most twice, + once or more, * any number).
 */
export const FACTUR_X = `
rsm:CrossIndustryInvoice
  ExchangedDocumentContext ExchangedDocumentContext 11111
  ExchangedDocument ExchangedDocument 11111
  SupplyChainTradeTransaction SupplyChainTradeTransaction 11111
ram:ExchangedDocumentContext
  TestIndicator Indicator ....?
  BusinessProcessSpecifiedDocumentContextParameter DocumentContextParameter ?????
  GuidelineSpecifiedDocumentContextParameter DocumentContextParameter 11111
ram:ExchangedDocument
  ID ID 11111
  Name Text ....?
  TypeCode Token 11111
  IssueDateTime DateTime 11111
  CopyIndicator Indicator ....?
  LanguageID ID ....?
  IncludedNote Note .****
  EffectiveSpecifiedPeriod SpecifiedPeriod ....?
ram:SupplyChainTradeTransaction
  IncludedSupplyChainTradeLineItem SupplyChainTradeLineItem ..+++
  ApplicableHeaderTradeAgreement HeaderTradeAgreement 11111
  ApplicableHeaderTradeDelivery HeaderTradeDelivery 11111
  ApplicableHeaderTradeSettlement HeaderTradeSettlement 11111
udt:Indicator
  Indicator Boolean .1111
ram:DocumentContextParameter
  ID ID 11111
udt:DateTime
  DateTimeString Formatted 11111
ram:Note
  ContentCode Code ....?
  Content Text .111?
  SubjectCode Code .????
ram:SpecifiedPeriod
  Description Text ....?
  StartDateTime DateTime .????
  EndDateTime DateTime .????
  CompleteDateTime DateTime ....?
ram:SupplyChainTradeLineItem
  AssociatedDocumentLineDocument DocumentLineDocument ..111
  SpecifiedTradeProduct TradeProduct ..111
  SpecifiedLineTradeAgreement LineTradeAgreement ..11?
  SpecifiedLineTradeDelivery LineTradeDelivery ..11?
  SpecifiedLineTradeSettlement LineTradeSettlement ..111
ram:HeaderTradeAgreement
  BuyerReference Text ?????
  SellerTradeParty TradeParty 11111
  BuyerTradeParty TradeParty 11111
  SalesAgentTradeParty TradeParty ....?
  BuyerTaxRepresentativeTradeParty TradeParty ....?
  SellerTaxRepresentativeTradeParty TradeParty .????
  ProductEndUserTradeParty TradeParty ....?
  ApplicableTradeDeliveryTerms TradeDeliveryTerms ....?
  SellerOrderReferencedDocument ReferencedDocument ...??
  BuyerOrderReferencedDocument ReferencedDocument ?????
  QuotationReferencedDocument ReferencedDocument ....?
  ContractReferencedDocument ReferencedDocument .????
  AdditionalReferencedDocument ReferencedDocument ...**
  BuyerAgentTradeParty TradeParty ....?
  SpecifiedProcuringProject ProcuringProject ...??
  UltimateCustomerOrderReferencedDocument ReferencedDocument ....*
ram:HeaderTradeDelivery
  RelatedSupplyChainConsignment SupplyChainConsignment ....?
  ShipToTradeParty TradeParty .????
  UltimateShipToTradeParty TradeParty ....?
  ShipFromTradeParty TradeParty ....?
  ActualDeliverySupplyChainEvent SupplyChainEvent .????
  DespatchAdviceReferencedDocument ReferencedDocument .????
  ReceivingAdviceReferencedDocument ReferencedDocument ...??
  DeliveryNoteReferencedDocument ReferencedDocument ....?
ram:HeaderTradeSettlement
  CreditorReferenceID ID .????
  PaymentReference Text .????
  TaxCurrencyCode Token .????
  InvoiceCurrencyCode Token 11111
  InvoiceIssuerReference Text ....?
  InvoicerTradeParty TradeParty ....?
  InvoiceeTradeParty TradeParty ....?
  PayeeTradeParty TradeParty .????
  PayerTradeParty TradeParty ....?
  TaxApplicableTradeCurrencyExchange TradeCurrencyExchange ....?
  SpecifiedTradeSettlementPaymentMeans TradeSettlementPaymentMeans .****
  ApplicableTradeTax TradeTax .++++
  BillingSpecifiedPeriod SpecifiedPeriod .????
  SpecifiedTradeAllowanceCharge TradeAllowanceCharge .****
  SpecifiedLogisticsServiceCharge LogisticsServiceCharge ....*
  SpecifiedTradePaymentTerms TradePaymentTerms .???*
  SpecifiedTradeSettlementHeaderMonetarySummation TradeSettlementHeaderMonetarySummation 11111
  SpecifiedFinancialAdjustment FinancialAdjustment ....*
  InvoiceReferencedDocument ReferencedDocument .****
  ReceivableSpecifiedTradeAccountingAccount TradeAccountingAccount .???*
  SpecifiedAdvancePayment AdvancePayment ....*
ram:DocumentLineDocument
  LineID ID ..111
  ParentLineID ID ....?
  LineStatusCode Token ....?
  LineStatusReasonCode Code ....?
  IncludedNote Note ..??*
ram:TradeProduct
  ID ID ....?
  GlobalID ID ..???
  SellerAssignedID ID ...??
  BuyerAssignedID ID ...??
  IndustryAssignedID ID ....?
  ModelID ID ....?
  Name Text ..111
  Description Text ...??
  BatchID ID ....*
  BrandName Text ....?
  ModelName Text ....?
  ApplicableProductCharacteristic ProductCharacteristic ...**
  DesignatedProductClassification ProductClassification ...**
  IndividualTradeProductInstance TradeProductInstance ....*
  OriginTradeCountry TradeCountry ...??
  ManufacturerTradeParty TradeParty ....?
  IncludedReferencedProduct ReferencedProduct ....*
ram:LineTradeAgreement
  ApplicableTradeDeliveryTerms TradeDeliveryTerms ....?
  SellerOrderReferencedDocument ReferencedDocument ....?
  BuyerOrderReferencedDocument ReferencedDocument ...??
  QuotationReferencedDocument ReferencedDocument ....?
  ContractReferencedDocument ReferencedDocument ....?
  AdditionalReferencedDocument ReferencedDocument ....*
  GrossPriceProductTradePrice TradePrice ..???
  NetPriceProductTradePrice TradePrice ..11?
  ItemSellerTradeParty TradeParty ....?
  UltimateCustomerOrderReferencedDocument ReferencedDocument ....*
ram:LineTradeDelivery
  BilledQuantity Quantity ..11?
  ChargeFreeQuantity Quantity ....?
  PackageQuantity Quantity ....?
  PerPackageUnitQuantity Quantity ....?
  ShipToTradeParty TradeParty ....?
  UltimateShipToTradeParty TradeParty ....?
  ActualDeliverySupplyChainEvent SupplyChainEvent ....?
  DespatchAdviceReferencedDocument ReferencedDocument ....?
  ReceivingAdviceReferencedDocument ReferencedDocument ....?
  DeliveryNoteReferencedDocument ReferencedDocument ....?
ram:LineTradeSettlement
  ApplicableTradeTax TradeTax ..11*
  BillingSpecifiedPeriod SpecifiedPeriod ..???
  SpecifiedTradeAllowanceCharge TradeAllowanceCharge ..***
  SpecifiedTradeSettlementLineMonetarySummation TradeSettlementLineMonetarySummation ..11?
  InvoiceReferencedDocument ReferencedDocument ....?
  AdditionalReferencedDocument ReferencedDocument ...?*
  ReceivableSpecifiedTradeAccountingAccount TradeAccountingAccount ...?*
ram:TradeParty
  ID ID .****
  GlobalID ID .****
  Name Text 1????
  RoleCode Token ....?
  Description Text ...??
  SpecifiedLegalOrganization LegalOrganization ?????
  DefinedTradeContact TradeContact ...?*
  PostalTradeAddress TradeAddress ?????
  URIUniversalCommunication UniversalCommunication .????
  SpecifiedTaxRegistration TaxRegistration 22222
ram:TradeDeliveryTerms
  DeliveryTypeCode Token ....1
  RelevantTradeLocation TradeLocation ....?
ram:ReferencedDocument
  IssuerAssignedID ID 111??
  URIID ID ...??
  LineID ID ...??
  TypeCode Token ...??
  Name Text ...??
  AttachmentBinaryObject Binary ...??
  ReferenceTypeCode Token ...??
  FormattedIssueDateTime FormattedDateTime .????
ram:ProcuringProject
  ID ID ...11
  Name Text ...11
ram:SupplyChainConsignment
  SpecifiedLogisticsTransportMovement LogisticsTransportMovement ....*
ram:SupplyChainEvent
  OccurrenceDateTime DateTime .1111
ram:TradeCurrencyExchange
  SourceCurrencyCode Token ....1
  TargetCurrencyCode Token ....1
  ConversionRate Number ....1
  ConversionRateDateTime DateTime ....?
ram:TradeSettlementPaymentMeans
  TypeCode Token .1111
  Information Text ...??
  ApplicableTradeSettlementFinancialCard TradeSettlementFinancialCard ...??
  PayerPartyDebtorFinancialAccount DebtorFinancialAccount .????
  PayeePartyCreditorFinancialAccount CreditorFinancialAccount .????
  PayerSpecifiedDebtorFinancialInstitution DebtorFinancialInstitution ....?
  PayeeSpecifiedCreditorFinancialInstitution CreditorFinancialInstitution ...??
ram:TradeTax
  CalculatedAmount Amount .????
  TypeCode Token .111?
  ExemptionReason Text .????
  BasisAmount Amount .????
  LineTotalBasisAmount Amount ....?
  AllowanceChargeBasisAmount Amount ....?
  CategoryCode Token .111?
  ExemptionReasonCode Code .????
  TaxPointDate Date ...??
  DueDateTypeCode Token .????
  RateApplicablePercent Number .????
ram:TradeAllowanceCharge
  ChargeIndicator Indicator .1111
  SequenceNumeric Number ....?
  CalculationPercent Number .????
  BasisAmount Amount .????
  BasisQuantity Quantity ....?
  ActualAmount Amount .1111
  ReasonCode ListedCode .????
  Reason Text .????
  CategoryTradeTax TradeTax .1???
ram:LogisticsServiceCharge
  Description Text ....1
  AppliedAmount Amount ....1
  AppliedTradeTax TradeTax ....+
ram:TradePaymentTerms
  Description Text .????
  DueDateDateTime DateTime .????
  DirectDebitMandateID ID .????
  PartialPaymentAmount Amount ....?
  ApplicableTradePaymentPenaltyTerms TradePaymentPenaltyTerms ....?
  ApplicableTradePaymentDiscountTerms TradePaymentDiscountTerms ....?
  PayeeTradeParty TradeParty ....?
ram:TradeSettlementHeaderMonetarySummation
  LineTotalAmount Amount .1111
  ChargeTotalAmount Amount .????
  AllowanceTotalAmount Amount .????
  TaxBasisTotalAmount Amount 11111
  TaxTotalAmount Amount 22222
  RoundingAmount Amount ...??
  GrandTotalAmount Amount 11111
  TotalPrepaidAmount Amount .????
  DuePayableAmount Amount 11111
ram:FinancialAdjustment
  Reason Text ....1
  ActualAmount Amount ....1
ram:TradeAccountingAccount
  ID ID .1111
  TypeCode Token ....?
ram:AdvancePayment
  PaidAmount Amount ....1
  FormattedReceivedDateTime FormattedDateTime ....?
  IncludedTradeTax TradeTax ....+
  InvoiceSpecifiedReferencedDocument ReferencedDocument ....?
ram:ProductCharacteristic
  TypeCode Code ....?
  Description Text ...1?
  ValueMeasure Quantity ....?
  Value Text ...1?
ram:ProductClassification
  ClassCode Code ...??
  ClassName Text ....?
ram:TradeProductInstance
  BatchID ID ....?
  SupplierAssignedSerialID ID ....?
ram:TradeCountry
  ID Token ...11
ram:ReferencedProduct
  ID ID ....?
  GlobalID ID ....*
  SellerAssignedID ID ....?
  BuyerAssignedID ID ....?
  IndustryAssignedID ID ....?
  Name Text ....1
  Description Text ....?
  UnitQuantity Quantity ....?
ram:TradePrice
  ChargeAmount Amount ..111
  BasisQuantity Quantity ..???
  AppliedTradeAllowanceCharge TradeAllowanceCharge ..??*
  IncludedTradeTax TradeTax ....?
ram:TradeSettlementLineMonetarySummation
  LineTotalAmount Amount ..11?
  ChargeTotalAmount Amount ....?
  AllowanceTotalAmount Amount ....?
  TaxTotalAmount Amount ....2
  GrandTotalAmount Amount ....?
  TotalAllowanceChargeAmount Amount ....?
ram:LegalOrganization
  ID ID ?????
  TradingBusinessName Text .????
  PostalTradeAddress TradeAddress ....?
ram:TradeContact
  PersonName Text ...??
  DepartmentName Text ...??
  TypeCode Token ....?
  TelephoneUniversalCommunication UniversalCommunication ...??
  FaxUniversalCommunication UniversalCommunication ....?
  EmailURIUniversalCommunication UniversalCommunication ...??
ram:TradeAddress
  PostcodeCode Code .????
  LineOne Text .????
  LineTwo Text .????
  LineThree Text .????
  CityName Text .????
  CountryID Token 11111
  CountrySubDivisionName Text .????
ram:UniversalCommunication
  URIID ID .11??
  CompleteNumber Text ...??
ram:TaxRegistration
  ID ID 11111
ram:TradeLocation
  CountryID Token ....?
  Name Text ....?
qdt:FormattedDateTime
  DateTimeString Formatted .1111
ram:LogisticsTransportMovement
  ModeCode Token ....1
ram:TradeSettlementFinancialCard
  ID ID ...11
  CardholderName Text ...??
ram:DebtorFinancialAccount
  IBANID ID .1111
  AccountName Text ....?
ram:CreditorFinancialAccount
  IBANID ID .????
  AccountName Text ...??
  ProprietaryID ID .????
ram:DebtorFinancialInstitution
  BICID ID ....?
ram:CreditorFinancialInstitution
  BICID ID ...11
udt:Date
  DateString Formatted ...11
ram:TradePaymentPenaltyTerms
  BasisDateTime DateTime ....?
  BasisPeriodMeasure Quantity ....?
  BasisAmount Amount ....?
  CalculationPercent Number ....?
  ActualPenaltyAmount Amount ....?
ram:TradePaymentDiscountTerms
  BasisDateTime DateTime ....?
  BasisPeriodMeasure Quantity ....?
  BasisAmount Amount ....?
  CalculationPercent Number ....?
  ActualDiscountAmount Amount ....?
`;
