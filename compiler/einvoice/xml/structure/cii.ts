// CII D16B (UN/CEFACT, SCRDM subset, uncoupled), for XRechnung.

/**
 * A type: namespace and name, then its children in order: name, type, cardinality (1 once, ? at most once, + once or more, * any number,
 * | exactly one of those so marked). After a type's name: fixed values of its attributes, in their order, with + for a space.
 */
export const CII = `
rsm:CrossIndustryInvoice
  ExchangedDocumentContext ExchangedDocumentContext 1, ExchangedDocument ExchangedDocument 1,
  SupplyChainTradeTransaction SupplyChainTradeTransaction 1, ValuationBreakdownStatement ValuationBreakdownStatement ?
ram:ExchangedDocumentContext
  SpecifiedTransactionID ID ?, TestIndicator Indicator ?, BusinessProcessSpecifiedDocumentContextParameter DocumentContextParameter *,
  BIMSpecifiedDocumentContextParameter DocumentContextParameter *, ScenarioSpecifiedDocumentContextParameter DocumentContextParameter *,
  ApplicationSpecifiedDocumentContextParameter DocumentContextParameter *,
  GuidelineSpecifiedDocumentContextParameter DocumentContextParameter *,
  SubsetSpecifiedDocumentContextParameter DocumentContextParameter *,
  MessageStandardSpecifiedDocumentContextParameter DocumentContextParameter ?
ram:ExchangedDocument
  ID ID 1, Name Text *, TypeCode DocumentCode:1001:6 ?, IssueDateTime DateTime 1, CopyIndicator Indicator ?, Purpose Text ?,
  ControlRequirementIndicator Indicator ?, LanguageID ID *, PurposeCode UriCode:1225_MessageFunctionTypeCode:6 ?,
  RevisionDateTime DateTime ?, VersionID ID ?, GlobalID ID ?, RevisionID ID ?, PreviousRevisionID ID ?, CategoryCode Code ?,
  IncludedNote Note *, EffectiveSpecifiedPeriod SpecifiedPeriod ?, IssuerTradeParty TradeParty ?
ram:SupplyChainTradeTransaction
  IncludedSupplyChainTradeLineItem SupplyChainTradeLineItem *, ApplicableHeaderTradeAgreement HeaderTradeAgreement 1,
  ApplicableHeaderTradeDelivery HeaderTradeDelivery 1, ApplicableHeaderTradeSettlement HeaderTradeSettlement 1
ram:ValuationBreakdownStatement
  ID ID 1, Name Text 1, Description Text *, MeasurementMethodID ID *, CreationDateTime DateTime 1,
  DefaultCurrencyCode UriCode:ISO+4217+3A:5 1, DefaultLanguageCode Code 1, Comment Text *, TypeCode Code *, RequestedActionCode Code *,
  PriceListID ID ?, ContractualLanguageCode Code ?, ItemGroupedWorkItem GroupedWorkItem *, ItemBasicWorkItem BasicWorkItem *,
  TotalCalculatedPrice CalculatedPrice *, ChangedRecordedStatus RecordedStatus *, CreationSpecifiedBinaryFile SpecifiedBinaryFile *,
  ReaderSpecifiedBinaryFile SpecifiedBinaryFile *, ReferencedSpecifiedBinaryFile SpecifiedBinaryFile *
udt:Indicator
  IndicatorString Formatted |, Indicator Boolean |
ram:DocumentContextParameter
  ID ID ?, Value Text ?, SpecifiedDocumentVersion DocumentVersion ?
udt:DateTime
  DateTimeString Formatted |, DateTime Moment |
ram:Note
  Subject Text ?, ContentCode Code ?, Content Text *, SubjectCode Code ?, ID ID ?
ram:SpecifiedPeriod
  DurationMeasure Measure *, InclusiveIndicator Indicator ?, Description Text *, StartDateTime DateTime ?, EndDateTime DateTime ?,
  CompleteDateTime DateTime ?, OpenIndicator Indicator ?, SeasonCode Code ?, ID ID ?, Name Text *, SequenceNumeric Number ?,
  StartDateFlexibilityCode Code ?, ContinuousIndicator Indicator ?, PurposeCode Code ?
ram:TradeParty
  ID ID *, GlobalID ID *, Name Text ?, RoleCode NamedCode:3035:6 *, Description Text *, SpecifiedLegalOrganization LegalOrganization ?,
  DefinedTradeContact TradeContact *, PostalTradeAddress TradeAddress ?, URIUniversalCommunication UniversalCommunication *,
  SpecifiedTaxRegistration TaxRegistration *, EndPointURIUniversalCommunication UniversalCommunication ?,
  LogoAssociatedSpecifiedBinaryFile SpecifiedBinaryFile *
ram:SupplyChainTradeLineItem
  DescriptionCode Code ?, AssociatedDocumentLineDocument DocumentLineDocument 1, SpecifiedTradeProduct TradeProduct ?,
  SpecifiedLineTradeAgreement LineTradeAgreement ?, SpecifiedLineTradeDelivery LineTradeDelivery ?,
  SpecifiedLineTradeSettlement LineTradeSettlement 1, IncludedSubordinateTradeLineItem SubordinateTradeLineItem *
ram:HeaderTradeAgreement
  Reference Text *, BuyerReference Text ?, SellerTradeParty TradeParty ?, BuyerTradeParty TradeParty ?,
  SalesAgentTradeParty TradeParty ?, BuyerRequisitionerTradeParty TradeParty *, BuyerAssignedAccountantTradeParty TradeParty ?,
  SellerAssignedAccountantTradeParty TradeParty ?, BuyerTaxRepresentativeTradeParty TradeParty ?,
  SellerTaxRepresentativeTradeParty TradeParty ?, ProductEndUserTradeParty TradeParty ?,
  ApplicableTradeDeliveryTerms TradeDeliveryTerms ?, SellerOrderReferencedDocument ReferencedDocument ?,
  BuyerOrderReferencedDocument ReferencedDocument ?, QuotationReferencedDocument ReferencedDocument ?,
  OrderResponseReferencedDocument ReferencedDocument ?, ContractReferencedDocument ReferencedDocument ?,
  DemandForecastReferencedDocument ReferencedDocument ?, SupplyInstructionReferencedDocument ReferencedDocument ?,
  PromotionalDealReferencedDocument ReferencedDocument ?, PriceListReferencedDocument ReferencedDocument ?,
  AdditionalReferencedDocument ReferencedDocument *, RequisitionerReferencedDocument ReferencedDocument *,
  BuyerAgentTradeParty TradeParty ?, PurchaseConditionsReferencedDocument ReferencedDocument *,
  SpecifiedProcuringProject ProcuringProject ?, UltimateCustomerOrderReferencedDocument ReferencedDocument *
ram:HeaderTradeDelivery
  RelatedSupplyChainConsignment SupplyChainConsignment ?, ShipToTradeParty TradeParty ?, UltimateShipToTradeParty TradeParty ?,
  ShipFromTradeParty TradeParty ?, ActualDespatchSupplyChainEvent SupplyChainEvent ?, ActualPickUpSupplyChainEvent SupplyChainEvent ?,
  ActualDeliverySupplyChainEvent SupplyChainEvent ?, ActualReceiptSupplyChainEvent SupplyChainEvent ?,
  AdditionalReferencedDocument ReferencedDocument *, DespatchAdviceReferencedDocument ReferencedDocument ?,
  ReceivingAdviceReferencedDocument ReferencedDocument ?, DeliveryNoteReferencedDocument ReferencedDocument ?,
  ConsumptionReportReferencedDocument ReferencedDocument ?, PreviousDeliverySupplyChainEvent SupplyChainEvent *,
  PackingListReferencedDocument ReferencedDocument ?
ram:HeaderTradeSettlement
  DuePayableAmount Amount *, CreditorReferenceTypeCode Code *, CreditorReferenceType Text *, CreditorReferenceIssuerID ID *,
  CreditorReferenceID ID ?, PaymentReference Text *, TaxCurrencyCode UriCode:ISO+4217+3A:5 ?,
  InvoiceCurrencyCode UriCode:ISO+4217+3A:5 ?, PaymentCurrencyCode UriCode:ISO+4217+3A:5 ?, InvoiceIssuerReference Text ?,
  InvoiceDateTime DateTime ?, NextInvoiceDateTime DateTime *, CreditReasonCode Code ?, CreditReason Text *,
  InvoicerTradeParty TradeParty ?, InvoiceeTradeParty TradeParty ?, PayeeTradeParty TradeParty ?, PayerTradeParty TradeParty ?,
  TaxApplicableTradeCurrencyExchange TradeCurrencyExchange ?, InvoiceApplicableTradeCurrencyExchange TradeCurrencyExchange ?,
  PaymentApplicableTradeCurrencyExchange TradeCurrencyExchange ?, SpecifiedTradeSettlementPaymentMeans TradeSettlementPaymentMeans *,
  ApplicableTradeTax TradeTax *, BillingSpecifiedPeriod SpecifiedPeriod ?, SpecifiedTradeAllowanceCharge TradeAllowanceCharge *,
  SubtotalCalculatedTradeTax TradeTax *, SpecifiedLogisticsServiceCharge LogisticsServiceCharge *,
  SpecifiedTradePaymentTerms TradePaymentTerms *,
  SpecifiedTradeSettlementHeaderMonetarySummation TradeSettlementHeaderMonetarySummation ?,
  SpecifiedFinancialAdjustment FinancialAdjustment *, InvoiceReferencedDocument ReferencedDocument ?,
  ProFormaInvoiceReferencedDocument ReferencedDocument ?, LetterOfCreditReferencedDocument ReferencedDocument ?,
  FactoringAgreementReferencedDocument ReferencedDocument *, FactoringListReferencedDocument ReferencedDocument *,
  PayableSpecifiedTradeAccountingAccount TradeAccountingAccount *, ReceivableSpecifiedTradeAccountingAccount TradeAccountingAccount *,
  PurchaseSpecifiedTradeAccountingAccount TradeAccountingAccount *, SalesSpecifiedTradeAccountingAccount TradeAccountingAccount *,
  SpecifiedTradeSettlementFinancialCard TradeSettlementFinancialCard *, SpecifiedAdvancePayment AdvancePayment *,
  UltimatePayeeTradeParty TradeParty ?
ram:GroupedWorkItem
  ID ID 1, PrimaryClassificationCode Code *, AlternativeClassificationCode Code *, TypeCode Code *, Comment Text *,
  TotalQuantity Quantity ?, Index Text ?, RequestedActionCode Code *, PriceListItemID ID ?, ContractualLanguageCode Code ?,
  TotalCalculatedPrice CalculatedPrice *, ItemGroupedWorkItem GroupedWorkItem *, ItemBasicWorkItem BasicWorkItem *,
  ChangedRecordedStatus RecordedStatus *, ActualWorkItemComplexDescription WorkItemComplexDescription *,
  ReferencedSpecifiedBinaryFile SpecifiedBinaryFile *
ram:BasicWorkItem
  ID ID 1, ReferenceID ID ?, PrimaryClassificationCode Code *, AlternativeClassificationCode Code *, TypeCode Code *, Comment Text *,
  TotalQuantity Quantity ?, TotalQuantityClassificationCode Code ?, IndexValue Number ?, StatusCode Code *,
  ReferenceFileBinaryObject Binary *, Index Text ?, RequestedActionCode Code *, PriceListItemID ID ?, ContractualLanguageCode Code ?,
  ActualWorkItemComplexDescription WorkItemComplexDescription *, TotalQuantityWorkItemQuantityAnalysis WorkItemQuantityAnalysis *,
  UnitCalculatedPrice CalculatedPrice *, TotalCalculatedPrice CalculatedPrice *, SubordinateBasicWorkItem BasicWorkItem *,
  ChangedRecordedStatus RecordedStatus *, ItemBasicWorkItem BasicWorkItem *, ReferencedSpecifiedBinaryFile SpecifiedBinaryFile *
ram:CalculatedPrice
  TypeCode Code *, ChargeAmount Amount *, RelatedAppliedAllowanceCharge AppliedAllowanceCharge *
ram:RecordedStatus
  ConditionCode Code 1, ChangerName Text ?, ChangedDateTime DateTime 1
ram:SpecifiedBinaryFile
  ID ID *, Title Text *, AuthorName Text *, VersionID ID ?, FileName Text ?, URIID ID ?, MIMECode Code ?, EncodingCode Code ?,
  CharacterSetCode Code ?, IncludedBinaryObject Binary *, Access Text *, Description Text *, SizeMeasure Measure ?,
  AccessAvailabilitySpecifiedPeriod SpecifiedPeriod ?
ram:DocumentVersion
  ID ID ?, Name Text ?, IssueDateTime DateTime ?
ram:LegalOrganization
  LegalClassificationCode Code ?, Name Text ?, ID ID ?, TradingBusinessName Text ?, PostalTradeAddress TradeAddress ?,
  AuthorizedLegalRegistration LegalRegistration *
ram:TradeContact
  ID ID ?, PersonName Text ?, DepartmentName Text ?, TypeCode UriCode:3139_ContactTypeCode:6 ?, JobTitle Text ?, Responsibility Text ?,
  PersonID ID *, TelephoneUniversalCommunication UniversalCommunication ?,
  DirectTelephoneUniversalCommunication UniversalCommunication ?, MobileTelephoneUniversalCommunication UniversalCommunication ?,
  FaxUniversalCommunication UniversalCommunication ?, EmailURIUniversalCommunication UniversalCommunication ?,
  TelexUniversalCommunication UniversalCommunication ?, VOIPUniversalCommunication UniversalCommunication ?,
  InstantMessagingUniversalCommunication UniversalCommunication ?, SpecifiedNote Note *, SpecifiedContactPerson ContactPerson ?
ram:TradeAddress
  ID ID ?, PostcodeCode Code ?, PostOfficeBox Text ?, BuildingName Text ?, LineOne Text ?, LineTwo Text ?, LineThree Text ?,
  LineFour Text ?, LineFive Text ?, StreetName Text ?, CityName Text ?, CitySubDivisionName Text ?,
  CountryID PlainID:::second+edition+2006 ?, CountryName Text *, CountrySubDivisionID ID ?, CountrySubDivisionName Text *,
  AttentionOf Text ?, CareOf Text ?, BuildingNumber Text ?, DepartmentName Text ?, AdditionalStreetName Text ?
ram:UniversalCommunication
  URIID ID ?, ChannelCode UriCode:3155_CommunicationChannelCode:6 ?, CompleteNumber Text ?
ram:TaxRegistration
  ID ID ?, AssociatedRegisteredTax RegisteredTax ?
ram:DocumentLineDocument
  LineID ID ?, ParentLineID ID ?, LineStatusCode UriCode:1229_LineStatusCode:6 ?, LineStatusReasonCode Code ?, IncludedNote Note *
ram:TradeProduct
  ID ID ?, GlobalID ID ?, SellerAssignedID ID ?, BuyerAssignedID ID ?, ManufacturerAssignedID ID ?, Name Text *, TradeName Text ?,
  Description Text ?, TypeCode Code ?, NetWeightMeasure Measure ?, GrossWeightMeasure Measure ?, ProductGroupID ID *,
  EndItemTypeCode Code *, EndItemName Text *, AreaDensityMeasure Measure ?, UseDescription Text *, BrandName Text ?,
  SubBrandName Text ?, DrainedNetWeightMeasure Measure ?, VariableMeasureIndicator Indicator ?, ColourCode Code ?,
  ColourDescription Text *, Designation Text *, FormattedCancellationAnnouncedLaunchDateTime FormattedDateTime ?,
  FormattedLatestProductDataChangeDateTime FormattedDateTime ?, ApplicableProductCharacteristic ProductCharacteristic *,
  ApplicableMaterialGoodsCharacteristic MaterialGoodsCharacteristic *, DesignatedProductClassification ProductClassification *,
  IndividualTradeProductInstance TradeProductInstance *, CertificationEvidenceReferenceReferencedDocument ReferencedDocument *,
  InspectionReferenceReferencedDocument ReferencedDocument *, OriginTradeCountry TradeCountry ?,
  LinearSpatialDimension SpatialDimension ?, MinimumLinearSpatialDimension SpatialDimension ?,
  MaximumLinearSpatialDimension SpatialDimension ?, ManufacturerTradeParty TradeParty ?,
  PresentationSpecifiedBinaryFile SpecifiedBinaryFile *, MSDSReferenceReferencedDocument ReferencedDocument ?,
  AdditionalReferenceReferencedDocument ReferencedDocument *, LegalRightsOwnerTradeParty TradeParty ?,
  BrandOwnerTradeParty TradeParty ?, IncludedReferencedProduct ReferencedProduct *, InformationNote Note *
ram:LineTradeAgreement
  BuyerReference Text ?, BuyerRequisitionerTradeParty TradeParty *, ApplicableTradeDeliveryTerms TradeDeliveryTerms ?,
  SellerOrderReferencedDocument ReferencedDocument ?, BuyerOrderReferencedDocument ReferencedDocument ?,
  QuotationReferencedDocument ReferencedDocument ?, ContractReferencedDocument ReferencedDocument ?,
  DemandForecastReferencedDocument ReferencedDocument ?, PromotionalDealReferencedDocument ReferencedDocument ?,
  AdditionalReferencedDocument ReferencedDocument *, GrossPriceProductTradePrice TradePrice ?, NetPriceProductTradePrice TradePrice ?,
  RequisitionerReferencedDocument ReferencedDocument *, ItemSellerTradeParty TradeParty ?, ItemBuyerTradeParty TradeParty ?,
  IncludedSpecifiedMarketplace SpecifiedMarketplace ?, UltimateCustomerOrderReferencedDocument ReferencedDocument *
ram:LineTradeDelivery
  RequestedQuantity Quantity ?, ReceivedQuantity Quantity ?, BilledQuantity Quantity ?, ChargeFreeQuantity Quantity ?,
  PackageQuantity Quantity ?, ProductUnitQuantity Quantity ?, PerPackageUnitQuantity Quantity ?, NetWeightMeasure UnitMeasure ?,
  GrossWeightMeasure UnitMeasure ?, TheoreticalWeightMeasure UnitMeasure ?, DespatchedQuantity Quantity ?,
  SpecifiedDeliveryAdjustment DeliveryAdjustment *, IncludedSupplyChainPackaging SupplyChainPackaging *,
  RelatedSupplyChainConsignment SupplyChainConsignment ?, ShipToTradeParty TradeParty ?, UltimateShipToTradeParty TradeParty ?,
  ShipFromTradeParty TradeParty ?, ActualDespatchSupplyChainEvent SupplyChainEvent ?, ActualPickUpSupplyChainEvent SupplyChainEvent ?,
  RequestedDeliverySupplyChainEvent SupplyChainEvent ?, ActualDeliverySupplyChainEvent SupplyChainEvent ?,
  ActualReceiptSupplyChainEvent SupplyChainEvent ?, AdditionalReferencedDocument ReferencedDocument *,
  DespatchAdviceReferencedDocument ReferencedDocument ?, ReceivingAdviceReferencedDocument ReferencedDocument ?,
  DeliveryNoteReferencedDocument ReferencedDocument ?, ConsumptionReportReferencedDocument ReferencedDocument ?,
  PackingListReferencedDocument ReferencedDocument ?
ram:LineTradeSettlement
  PaymentReference Text *, InvoiceIssuerReference Text ?, TotalAdjustmentAmount Amount ?, DiscountIndicator Indicator ?,
  ApplicableTradeTax TradeTax *, BillingSpecifiedPeriod SpecifiedPeriod ?, SpecifiedTradeAllowanceCharge TradeAllowanceCharge *,
  SubtotalCalculatedTradeTax TradeTax *, SpecifiedLogisticsServiceCharge LogisticsServiceCharge *,
  SpecifiedTradePaymentTerms TradePaymentTerms *, SpecifiedTradeSettlementLineMonetarySummation TradeSettlementLineMonetarySummation ?,
  SpecifiedFinancialAdjustment FinancialAdjustment *, InvoiceReferencedDocument ReferencedDocument ?,
  AdditionalReferencedDocument ReferencedDocument *, PayableSpecifiedTradeAccountingAccount TradeAccountingAccount *,
  ReceivableSpecifiedTradeAccountingAccount TradeAccountingAccount *, PurchaseSpecifiedTradeAccountingAccount TradeAccountingAccount *,
  SalesSpecifiedTradeAccountingAccount TradeAccountingAccount *, SpecifiedTradeSettlementFinancialCard TradeSettlementFinancialCard ?
ram:SubordinateTradeLineItem
  ID ID *, SpecifiedReferencedProduct ReferencedProduct ?, ApplicableTradeProduct TradeProduct *,
  SpecifiedSubordinateLineTradeAgreement SubordinateLineTradeAgreement ?,
  SpecifiedSubordinateLineTradeDelivery SubordinateLineTradeDelivery ?,
  SpecifiedSubordinateLineTradeSettlement SubordinateLineTradeSettlement ?
ram:TradeDeliveryTerms
  DeliveryTypeCode PlainCode:4053:6 ?, Description Text *, RelevantTradeLocation TradeLocation ?
ram:ReferencedDocument
  IssuerAssignedID ID ?, URIID ID ?, StatusCode NamedCode:1373:6 ?, CopyIndicator Indicator ?, LineID ID ?,
  TypeCode DocumentCode:1001:6 ?, GlobalID ID ?, RevisionID ID ?, Name Text *, AttachmentBinaryObject Binary *, Information Text *,
  ReferenceTypeCode NamedCode:1153_ReferenceTypeCode:6 ?, SectionName Text *, PreviousRevisionID ID *,
  FormattedIssueDateTime FormattedDateTime ?, EffectiveSpecifiedPeriod SpecifiedPeriod ?, IssuerTradeParty TradeParty ?,
  AttachedSpecifiedBinaryFile SpecifiedBinaryFile *
ram:ProcuringProject
  ID ID 1, Description Text ?, Name Text 1
ram:SupplyChainConsignment
  GrossWeightMeasure UnitMeasure *, NetWeightMeasure Measure *, GrossVolumeMeasure UnitMeasure *, InsurancePremiumAmount Amount ?,
  AssociatedInvoiceAmount Amount *, TotalChargeAmount Amount ?, DeclaredValueForCustomsAmount Amount ?, PackageQuantity Quantity ?,
  ConsignorTradeParty TradeParty ?, ConsigneeTradeParty TradeParty ?, CarrierTradeParty TradeParty ?,
  FreightForwarderTradeParty TradeParty ?, DeliveryTradeParty TradeParty ?, CustomsImportAgentTradeParty TradeParty ?,
  CustomsExportAgentTradeParty TradeParty ?, GroupingCentreTradeParty TradeParty *,
  TransportContractReferencedDocument ReferencedDocument ?, AssociatedReferencedDocument ReferencedDocument *,
  IncludedSupplyChainConsignmentItem SupplyChainConsignmentItem *, UtilizedLogisticsTransportEquipment LogisticsTransportEquipment *,
  SpecifiedLogisticsTransportMovement LogisticsTransportMovement *
ram:SupplyChainEvent
  ID ID ?, OccurrenceDateTime DateTime ?, TypeCode Code ?, Description Text *, DescriptionBinaryObject Binary *,
  UnitQuantity Quantity ?, LatestOccurrenceDateTime DateTime ?, EarliestOccurrenceDateTime DateTime ?,
  OccurrenceSpecifiedPeriod SpecifiedPeriod ?, OccurrenceLogisticsLocation LogisticsLocation ?
ram:TradeCurrencyExchange
  SourceCurrencyCode UriCode:ISO+4217+3A:5 1, SourceUnitBasisNumeric Number ?, TargetCurrencyCode UriCode:ISO+4217+3A:5 1,
  TargetUnitBaseNumeric Number ?, MarketID ID ?, ConversionRate Number 1, ConversionRateDateTime DateTime ?,
  AssociatedReferencedDocument ReferencedDocument *
ram:TradeSettlementPaymentMeans
  PaymentChannelCode NamedCode:4435:6 ?, TypeCode PlainCode:4461:6 ?, GuaranteeMethodCode PlainCode:4431:6 ?, PaymentMethodCode Code ?,
  Information Text *, ID ID *, ApplicableTradeSettlementFinancialCard TradeSettlementFinancialCard ?,
  PayerPartyDebtorFinancialAccount DebtorFinancialAccount ?, PayeePartyCreditorFinancialAccount CreditorFinancialAccount ?,
  PayerSpecifiedDebtorFinancialInstitution DebtorFinancialInstitution ?,
  PayeeSpecifiedCreditorFinancialInstitution CreditorFinancialInstitution ?
ram:TradeTax
  CalculatedAmount Amount *, TypeCode UriCode:5153:6 ?, ExemptionReason Text ?, CalculatedRate Number ?,
  CalculationSequenceNumeric Number ?, BasisQuantity Quantity ?, BasisAmount Amount *, UnitBasisAmount Amount *,
  LineTotalBasisAmount Amount *, AllowanceChargeBasisAmount Amount *, CategoryCode UriCode:5305:6 ?,
  CurrencyCode UriCode:ISO+4217+3A:5 ?, Jurisdiction Text *, CustomsDutyIndicator Indicator ?, ExemptionReasonCode Code ?,
  TaxBasisAllowanceRate Number ?, TaxPointDate Date ?, Type Text ?, InformationAmount Amount *, CategoryName Text *,
  DueDateTypeCode NamedCode:2475:6 ?, RateApplicablePercent Number ?, SpecifiedTradeAccountingAccount TradeAccountingAccount *,
  ServiceSupplyTradeCountry TradeCountry ?, BuyerRepayableTaxSpecifiedTradeAccountingAccount TradeAccountingAccount ?,
  SellerPayableTaxSpecifiedTradeAccountingAccount TradeAccountingAccount ?,
  SellerRefundableTaxSpecifiedTradeAccountingAccount TradeAccountingAccount ?,
  BuyerDeductibleTaxSpecifiedTradeAccountingAccount TradeAccountingAccount ?,
  BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount TradeAccountingAccount ?, PlaceApplicableTradeLocation TradeLocation *
ram:TradeAllowanceCharge
  ChargeIndicator Indicator ?, ID ID ?, SequenceNumeric Number ?, CalculationPercent Number ?, BasisAmount Amount ?,
  BasisQuantity Quantity ?, PrepaidIndicator Indicator ?, ActualAmount Amount *, UnitBasisAmount Amount ?,
  ReasonCode UriCode:4465_AllowanceChargeReasonCode:6 ?, Reason Text ?, TypeCode UriCode:5189_AllowanceChargeID:6 ?,
  CategoryTradeTax TradeTax *, ActualTradeCurrencyExchange TradeCurrencyExchange ?
ram:LogisticsServiceCharge
  ID PlainID ?, Description Text *, PaymentArrangementCode Code ?, TariffClassCode NamedCode:5243:6 ?, ChargeCategoryCode Code ?,
  ServiceCategoryCode Code ?, DisbursementAmount Amount *, AppliedAmount Amount *, AllowanceCharge Text ?,
  PayingPartyRoleCode NamedCode:3035_Charge+Paying:6 ?, CalculationBasisCode NamedCode:TDED+6131:6 ?, CalculationBasis Text ?,
  TransportPaymentMethodCode Code ?, PaymentPlaceLogisticsLocation LogisticsLocation ?,
  AppliedFromLogisticsLocation LogisticsLocation ?, AppliedToLogisticsLocation LogisticsLocation ?, AppliedTradeTax TradeTax *
ram:TradePaymentTerms
  ID PlainID ?, FromEventCode PlainCode:2475_Payment+Terms+Event:6 ?, SettlementPeriodMeasure Measure ?, Description Text *,
  DueDateDateTime DateTime ?, TypeCode NamedCode:4279:6 ?, InstructionTypeCode Code ?, DirectDebitMandateID ID *,
  PartialPaymentPercent Number ?, PaymentMeansID ID *, PartialPaymentAmount Amount *,
  ApplicableTradePaymentPenaltyTerms TradePaymentPenaltyTerms ?, ApplicableTradePaymentDiscountTerms TradePaymentDiscountTerms ?,
  PayeeTradeParty TradeParty *
ram:TradeSettlementHeaderMonetarySummation
  LineTotalAmount Amount *, ChargeTotalAmount Amount *, AllowanceTotalAmount Amount *, TaxBasisTotalAmount Amount *,
  TaxTotalAmount Amount *, RoundingAmount Amount *, GrandTotalAmount Amount *, InformationAmount Amount *, TotalPrepaidAmount Amount *,
  TotalDiscountAmount Amount *, TotalAllowanceChargeAmount Amount *, DuePayableAmount Amount *,
  RetailValueExcludingTaxInformationAmount Amount *, TotalDepositFeeInformationAmount Amount *,
  ProductValueExcludingTobaccoTaxInformationAmount Amount *, TotalRetailValueInformationAmount Amount *, GrossLineTotalAmount Amount *,
  NetLineTotalAmount Amount *, NetIncludingTaxesLineTotalAmount Amount *
ram:FinancialAdjustment
  ReasonCode Code ?, Reason Text *, ActualAmount Amount *, ActualQuantity Quantity ?, ActualDateTime DateTime ?,
  ClaimRelatedTradeParty TradeParty ?, InvoiceReferenceReferencedDocument ReferencedDocument ?
ram:TradeAccountingAccount
  ID ID 1, SetTriggerCode UriCode:1001_Accounting:6 ?, TypeCode UriCode:AccountingE501:210 ?,
  AmountTypeCode UriCode:AccountingE601:210 ?, Name Text ?, CostReferenceDimensionPattern Text ?
ram:TradeSettlementFinancialCard
  MicrochipIndicator Indicator ?, ID ID ?, TypeCode Code ?, CardholderName Text ?, ExpiryDate Date ?, VerificationNumeric Number ?,
  ValidFromDateTime DateTime ?, CreditLimitAmount Amount *, CreditAvailableAmount Amount *, InterestRatePercent Number ?,
  IssuingCompanyName Text ?, Description Text ?
ram:AdvancePayment
  PaidAmount Amount 1, FormattedReceivedDateTime FormattedDateTime ?, IncludedTradeTax TradeTax *
ram:WorkItemComplexDescription
  Abstract Text *, Content Text *, ContractualLanguageCode Code ?, RequestingSpecificationQuery SpecificationQuery *,
  RespondingSpecificationResponse SpecificationResponse *, SubsetWorkItemComplexDescription WorkItemComplexDescription ?
ram:WorkItemQuantityAnalysis
  ID ID 1, ActualQuantity Quantity ?, Description Text ?, ActualQuantityPercent Number ?, StatusCode Code ?, TypeCode Code ?,
  PrimaryClassificationCode Code *, AlternativeClassificationCode Code *, ContractualLanguageCode Code ?,
  ActualQuantityWorkItemDimension WorkItemDimension *, BreakdownWorkItemQuantityAnalysis WorkItemQuantityAnalysis *,
  ChangedRecordedStatus RecordedStatus *
ram:AppliedAllowanceCharge
  ActualAmount Amount ?, Description Text ?, ReasonCode Code ?, CalculationPercent Number ?, BasisAmount Amount ?,
  ChargeIndicator Indicator 1, CategoryAppliedTax AppliedTax ?
ram:LegalRegistration
  TypeCode Code ?, ID ID ?
ram:ContactPerson
  GivenName Text ?, MiddleName Text ?, FamilyName Text ?
ram:RegisteredTax
  TypeCode Code ?, ExemptionReasonCode Code ?, ExemptionReason Text *, CurrencyCode Code ?, Jurisdiction Text *, Description Text *,
  CustomsDutyIndicator Indicator ?
qdt:FormattedDateTime
  DateTimeString Formatted 1
ram:ProductCharacteristic
  ID ID *, TypeCode Code ?, Description Text *, ValueMeasure Measure ?, MeasurementMethodCode Code ?, Value Text *, ValueCode Code ?,
  ValueDateTime DateTime ?, ValueIndicator Indicator ?, ContentTypeCode Code ?, ValueSpecifiedBinaryFile SpecifiedBinaryFile ?,
  ApplicableProductCharacteristicCondition ProductCharacteristicCondition *, ApplicableReferencedStandard ReferencedStandard ?
ram:MaterialGoodsCharacteristic
  Description Text *, TypeCode Code ?, ProportionalConstituentPercent Number ?, AbsolutePresenceWeightMeasure Measure ?,
  AbsolutePresenceVolumeMeasure Measure ?
ram:ProductClassification
  SystemID ID ?, SystemName Text *, ClassCode Code ?, ClassName Text *, SubClassCode Code ?,
  ClassProductCharacteristic ProductCharacteristic *, ApplicableReferencedStandard ReferencedStandard ?
ram:TradeProductInstance
  GlobalSerialID ID ?, BatchID ID ?, KanbanID ID ?, SupplierAssignedSerialID ID ?, BestBeforeDateTime DateTime ?,
  ExpiryDateTime DateTime ?, SellByDateTime DateTime ?, SerialID ID *, RegistrationID ID *,
  ProductionSupplyChainEvent SupplyChainEvent ?, PackagingSupplyChainEvent SupplyChainEvent ?,
  ApplicableMaterialGoodsCharacteristic MaterialGoodsCharacteristic *, ApplicableProductCharacteristic ProductCharacteristic *
ram:TradeCountry
  ID PlainID:::second+edition+2006 ?, Name Text *, SubordinateTradeCountrySubDivision TradeCountrySubDivision *
ram:SpatialDimension
  ValueMeasure Measure ?, TypeCode NamedCode:6145:6 ?, Description Text *, WidthMeasure Measure ?, LengthMeasure Measure ?,
  HeightMeasure Measure ?, ID ID ?, DiameterMeasure UnitMeasure ?
ram:ReferencedProduct
  ID ID *, GlobalID ID *, SellerAssignedID ID ?, BuyerAssignedID ID ?, ManufacturerAssignedID ID *, IndustryAssignedID ID *,
  Name Text *, Description Text *, RelationshipTypeCode Code *, UnitQuantity Quantity *
ram:TradePrice
  TypeCode PlainCode:5375:6 ?, ChargeAmount Amount +, BasisQuantity Quantity ?, MinimumQuantity Quantity ?, MaximumQuantity Quantity ?,
  ChangeReason Text *, OrderUnitConversionFactorNumeric Number ?, AppliedTradeAllowanceCharge TradeAllowanceCharge *,
  ValiditySpecifiedPeriod SpecifiedPeriod ?, IncludedTradeTax TradeTax *, DeliveryTradeLocation TradeLocation *,
  TradeComparisonReferencePrice ReferencePrice *, AssociatedReferencedDocument ReferencedDocument *
ram:SpecifiedMarketplace
  ID ID ?, Name Text ?, VirtualIndicator Indicator ?, WebsiteURIID ID *, SalesMethodCode Code ?,
  OrderingAvailablePeriod AvailablePeriod *
ram:DeliveryAdjustment
  ReasonCode PlainCode:4465:6 ?, Reason Text *, ActualAmount Amount *, ActualQuantity Quantity ?, ActualDateTime DateTime ?
ram:SupplyChainPackaging
  TypeCode NamedCode:7065:6 ?, Type Text ?, Description Text *, ConditionCode Code ?, DisposalMethodCode Code *,
  WeightMeasure Measure *, MaximumStackabilityQuantity Quantity ?, MaximumStackabilityWeightMeasure Measure ?,
  CustomerFacingTotalUnitQuantity Quantity ?, LayerTotalUnitQuantity Quantity ?, ContentLayerQuantity Quantity ?,
  LinearSpatialDimension SpatialDimension ?, MinimumLinearSpatialDimension SpatialDimension ?,
  MaximumLinearSpatialDimension SpatialDimension ?, SpecifiedPackagingMarking PackagingMarking *,
  ApplicableMaterialGoodsCharacteristic MaterialGoodsCharacteristic *, ApplicableDisposalInstructions DisposalInstructions *,
  ApplicableReturnableAssetInstructions ReturnableAssetInstructions *
ram:TradeSettlementLineMonetarySummation
  LineTotalAmount Amount *, ChargeTotalAmount Amount *, AllowanceTotalAmount Amount *, TaxBasisTotalAmount Amount *,
  TaxTotalAmount Amount *, GrandTotalAmount Amount *, InformationAmount Amount *, TotalAllowanceChargeAmount Amount *,
  TotalRetailValueInformationAmount Amount *, GrossLineTotalAmount Amount *, NetLineTotalAmount Amount *,
  NetIncludingTaxesLineTotalAmount Amount *, ProductWeightLossInformationAmount Amount *
ram:SubordinateLineTradeAgreement
  SellerOrderReferencedDocument ReferencedDocument ?, BuyerOrderReferencedDocument ReferencedDocument ?,
  AdditionalReferencedDocument ReferencedDocument *, GrossPriceProductTradePrice TradePrice ?, NetPriceProductTradePrice TradePrice ?
ram:SubordinateLineTradeDelivery
  PackageQuantity Quantity ?, ProductUnitQuantity Quantity ?, PerPackageUnitQuantity Quantity ?,
  IncludedSupplyChainPackaging SupplyChainPackaging *
ram:SubordinateLineTradeSettlement
  ApplicableTradeTax TradeTax ?
ram:TradeLocation
  CountryID PlainID:::second+edition+2006 ?, CountryName Text ?, ID ID ?, Name Text ?
ram:SupplyChainConsignmentItem
  TypeCode NamedCode:TDED+7357:6 ?, TypeExtensionCode NamedCode:TDED+7361:6 ?, DeclaredValueForCustomsAmount Amount ?,
  DeclaredValueForStatisticsAmount Amount ?, InvoiceAmount Amount *, GrossWeightMeasure UnitMeasure ?, NetWeightMeasure Measure ?,
  TariffQuantity Quantity ?, NatureIdentificationTransportCargo TransportCargo ?
ram:LogisticsTransportEquipment
  ID ID ?, LoadingLengthMeasure UnitMeasure ?, CategoryCode NamedCode:8053:6 ?, CharacteristicCode NamedCode:8155:6 ?,
  UsedCapacityCode NamedCode:8169:6 ?, LinearSpatialDimension SpatialDimension ?
ram:LogisticsTransportMovement
  StageCode NamedCode:8051:6 ?, ModeCode NamedCode:Recommendation+19:6 ?, Mode Text ?,
  UsedLogisticsTransportMeans LogisticsTransportMeans ?
ram:LogisticsLocation
  ID ID ?, Name Text *, TypeCode Code ?, Description Text *, PhysicalGeographicalCoordinate GeographicalCoordinate ?,
  PostalTradeAddress TradeAddress ?
ram:DebtorFinancialAccount
  IBANID ID ?, AccountName Text ?, ProprietaryID ID ?
ram:CreditorFinancialAccount
  IBANID ID ?, AccountName Text ?, ProprietaryID ID ?
ram:DebtorFinancialInstitution
  BICID ID ?, ClearingSystemName Text ?, CHIPSUniversalID ID ?, NewZealandNCCID ID ?, IrishNSCID ID ?, UKSortCodeID ID ?,
  CHIPSParticipantID ID ?, SwissBCID ID ?, FedwireRoutingNumberID ID ?, PortugueseNCCID ID ?, RussianCentralBankID ID ?,
  ItalianDomesticID ID ?, AustrianBankleitzahlID ID ?, CanadianPaymentsAssociationID ID ?, SICID ID ?, GermanBankleitzahlID ID ?,
  SpanishDomesticInterbankingID ID ?, SouthAfricanNCCID ID ?, HongKongBankID ID ?, AustralianBSBID ID ?, IndianFinancialSystemID ID ?,
  HellenicBankID ID ?, PolishNationalClearingID ID ?, Name Text ?, JapanFinancialInstitutionCommonID ID ?,
  LocationFinancialInstitutionAddress FinancialInstitutionAddress ?, SubDivisionBranchFinancialInstitution BranchFinancialInstitution ?
ram:CreditorFinancialInstitution
  BICID ID ?, CHIPSUniversalID ID ?, NewZealandNCCID ID ?, IrishNSCID ID ?, UKSortCodeID ID ?, CHIPSParticipantID ID ?, SwissBCID ID ?,
  FedwireRoutingNumberID ID ?, PortugueseNCCID ID ?, RussianCentralBankID ID ?, ItalianDomesticID ID ?, AustrianBankleitzahlID ID ?,
  CanadianPaymentsAssociationID ID ?, SICID ID ?, GermanBankleitzahlID ID ?, SpanishDomesticInterbankingID ID ?, SouthAfricanNCCID ID ?,
  HongKongBankID ID ?, AustralianBSBID ID ?, IndianFinancialSystemID ID ?, HellenicBankID ID ?, PolishNationalClearingID ID ?,
  Name Text ?, ClearingSystemName Text ?, JapanFinancialInstitutionCommonID ID ?,
  LocationFinancialInstitutionAddress FinancialInstitutionAddress ?, SubDivisionBranchFinancialInstitution BranchFinancialInstitution ?
udt:Date
  DateString Formatted |, Date Date |
ram:TradePaymentPenaltyTerms
  BasisDateTime DateTime ?, BasisPeriodMeasure Measure ?, BasisAmount Amount ?, CalculationPercent Number ?,
  ActualPenaltyAmount Amount ?
ram:TradePaymentDiscountTerms
  BasisDateTime DateTime ?, BasisPeriodMeasure Measure ?, BasisAmount Amount ?, CalculationPercent Number ?,
  ActualDiscountAmount Amount ?
ram:SpecificationQuery
  ID ID 1, TypeCode Code ?, Content Text 1, ContractualLanguageCode Code ?
ram:SpecificationResponse
  ID ID 1, QueryID ID ?, TypeCode Code ?, Content Text 1, ContractualLanguageCode Code ?
ram:WorkItemDimension
  ID ID ?, ValueMeasure Measure 1, Description Text ?, TypeCode Code 1, ContractualLanguageCode Code ?,
  ComponentWorkItemDimension WorkItemDimension *
ram:AppliedTax
  CalculatedAmount Amount ?, TypeCode Code ?, CalculatedRate Number ?, BasisAmount Amount ?, TaxPointDate Date ?
ram:ProductCharacteristicCondition
  TypeCode Code ?, Name Text *, ValueMeasure Measure ?
ram:ReferencedStandard
  ID ID ?, VersionID ID ?, ElementVersionID ID ?, URIID ID ?, PartID ID ?, AgencyID ID ?
ram:TradeCountrySubDivision
  ID ID ?, Name Text *
ram:ReferencePrice
  ChargeAmount Amount ?, BasisQuantity Quantity *, NetPriceIndicator Indicator *, ComparisonMethodCode Code ?
ram:AvailablePeriod
  StartDateTime DateTime ?, EndDateTime DateTime ?, Description Text ?
ram:PackagingMarking
  TypeCode UriCode:7233_PackagingMarkingCode:6 *, Content Text *, ContentDateTime DateTime ?, ContentAmount Amount *,
  BarcodeTypeCode Code *, ContentCode Code *, AutomaticDataCaptureMethodTypeCode UriCode:7233_AutomaticDataCaptureMethodCode:6 *
ram:DisposalInstructions
  MaterialID ID ?, RecyclingDescriptionCode Code *, Description Text *, RecyclingProcedure Text *
ram:ReturnableAssetInstructions
  MaterialID ID *, TermsAndConditionsDescription Text *, TermsAndConditionsDescriptionCode Code ?, DepositValueSpecifiedAmount Amount *,
  DepositValueValiditySpecifiedPeriod SpecifiedPeriod ?
ram:TransportCargo
  TypeCode NamedCode:Recommendation+21-Annex+I:6 ?, Identification Text ?, OperationalCategoryCode NamedCode:7085b:6 ?,
  StatisticalClassificationCode NamedCode:7357:6 ?
ram:LogisticsTransportMeans
  TypeCode NamedCode:Recommendation+28:6 ?, Type Text ?, ID ID ?, Name Text ?, OwnerTradeParty TradeParty ?
ram:GeographicalCoordinate
  AltitudeMeasure Measure ?, LatitudeMeasure Measure ?, LongitudeMeasure Measure ?, SystemID ID ?
ram:FinancialInstitutionAddress
  PostcodeCode Code ?, BuildingNumber Text ?, LineOne Text ?, LineTwo Text ?, LineThree Text ?, LineFour Text ?, LineFive Text ?,
  StreetName Text ?, CityName Text ?, CountrySubDivisionID ID ?, CountryID ID ?, TypeCode Code ?, DepartmentName Text ?,
  PostOfficeBox Text ?, CityID ID ?, CountrySubDivisionName Text ?, CountryName Text ?
ram:BranchFinancialInstitution
  ID ID ?, Name Text ?, LocationFinancialInstitutionAddress FinancialInstitutionAddress ?
`;
